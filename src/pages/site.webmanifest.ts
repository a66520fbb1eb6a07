import type { APIRoute } from 'astro';
import { site } from '../site';

/** https://www.w3.org/TR/appmanifest/ */
export const GET: APIRoute = () =>
  Response.json({
    name: site.name,
    start_url: '/',
    display: 'browser',
    background_color: site.themeColor,
    theme_color: site.themeColor,
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  });
