import type { APIRoute } from 'astro';

/**
 * Allows crawling everywhere, also of previews: a crawler must read their `noindex` to obey it.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/block-indexing
 */
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nAllow: /\n\nSitemap: ${new URL('sitemap-index.xml', site).href}\n`,
  );
