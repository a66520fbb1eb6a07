import { defineMiddleware } from 'astro:middleware';

/** Moves Astro's style for islands from the body, where HTML allows no <style>, into the head. */
export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) {
    return response;
  }
  const html = await response.text();
  const [style = ''] = html.match(/<style>astro-island[^<]*<\/style>/) ?? [];
  return new Response(
    html.replace(style, '').replace('</head>', `${style}</head>`),
    response,
  );
});
