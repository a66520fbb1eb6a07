import { dev } from 'astro';
import { waitlistPath } from '../src/stores/waitlist-path.ts';
import { runWithBackend } from './run.ts';

await runWithBackend(async (port, supabaseUrl) => {
  const server = await dev({
    server: { port },
    vite: {
      server: {
        strictPort: true,
        // Vite matches a key that begins with ^ as a regular expression, others as prefixes.
        proxy: {
          [`^${waitlistPath}(\\?|$)`]: { target: supabaseUrl, xfwd: true },
        },
      },
    },
  });
  return () => server.stop();
});
