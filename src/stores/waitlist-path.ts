/**
 * The path that signups are posted to, on the page's own origin; a rewrite forwards it
 * to Supabase. In a file of its own, since Node cannot import `astro:env`, which
 * waitlist.ts needs.
 */
export const waitlistPath = '/rest/v1/waitlist';
