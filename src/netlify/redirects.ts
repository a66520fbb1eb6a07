import type { APIRoute } from 'astro';
import { SUPABASE_URL } from 'astro:env/server';

/**
 * Netlify's `_redirects`: a forced rewrite (`200!`) of exactly the insert's path
 * to the backend, so that the browser only ever talks to the page's own origin.
 * Empty without a backend; the form then answers with its general error.
 * https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/
 */
export const GET: APIRoute = () => {
  const path = '/rest/v1/waitlist';
  return new Response(
    SUPABASE_URL ? `${path} ${new URL(path, SUPABASE_URL).href} 200!\n` : '',
  );
};
