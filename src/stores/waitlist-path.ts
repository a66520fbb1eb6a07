/**
 * The page posts signups to this path on its own origin. A rewrite forwards the request to Supabase.
 * The constant has its own file, because Node cannot import `astro:env`, which waitlist.ts imports.
 */
export const waitlistPath = '/rest/v1/waitlist';
