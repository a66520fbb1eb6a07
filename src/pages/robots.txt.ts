import type { APIRoute } from 'astro';

/**
 * Allows crawlers to read every page, in previews, too: a crawler obeys the `noindex` of a page only
 * if it may read that page.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/block-indexing
 */
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nAllow: /\n\nSitemap: ${new URL('sitemap-index.xml', site).href}\n`,
  );
