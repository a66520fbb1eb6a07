import type { APIRoute } from 'astro';
import { GET as convert } from 'astro/assets/endpoint/dev';

/** Shows a picture in `npm run dev`. Astro lets browsers keep it for a year, but an editor may replace the file. */
export const GET: APIRoute = async (context) => {
  const response = await convert(context);
  response.headers.set('Cache-Control', 'no-store');
  return response;
};
