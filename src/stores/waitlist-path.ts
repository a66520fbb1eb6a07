/** The path that signups are posted to, on the page's own origin; a rewrite forwards it to Supabase. */
export const waitlistPath = '/rest/v1/waitlist';
