import { dev } from 'astro';
import { runWithBackend } from './run.ts';

// The backend's adapter puts its own in its place, which Astro's error overlay cannot use.
const { Response } = globalThis;

await runWithBackend(async (port, supabaseUrl) => {
  globalThis.Response = Response;
  const server = await dev({
    server: { port },
    vite: {
      server: {
        strictPort: true,
        proxy: { '/rest/v1/waitlist': { target: supabaseUrl, xfwd: true } },
      },
    },
  });
  return () => server.stop();
});
