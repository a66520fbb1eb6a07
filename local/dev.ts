import { dev } from 'astro';
import { waitlistPath } from '../src/stores/waitlist-path.ts';
import { pagePort, runWithBackend } from './run-with-backend.ts';

await runWithBackend(async (supabaseUrl) => {
  const server = await dev({
    server: { host: '127.0.0.1', port: pagePort },
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
