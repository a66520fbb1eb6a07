/** Where a signup is posted to: the page's own origin, and from there by a rewrite to Supabase. */
export const waitlistPath = '/rest/v1/waitlist';
