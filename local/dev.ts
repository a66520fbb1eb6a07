import { dev } from 'astro';
import { runWithBackend } from './run.ts';

await runWithBackend(async (port, supabaseUrl) => {
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
