import { matchesGlob, relative } from 'node:path';
import { dev, type AstroIntegration } from 'astro';
import { waitlistPath } from '../src/stores/waitlist-path.ts';
import { pagePort, runWithBackend } from './run-with-backend.ts';

/** Files that Astro, Tailwind or the database read only once, when they start. */
const readAtStart =
  '{*.config.*,.env,src/styles/colors.ts,src/{integrations,settings}/*,src/islands/{loading/*,goToForm.ts,pageScroll.ts},supabase/migrations/*}';

/** Says when a change needs a restart. Astro itself restarts after a change of its own configuration. */
const restartReminder: AstroIntegration = {
  name: 'restart',
  hooks: {
    'astro:server:setup'({ server, logger }) {
      server.watcher.on('all', (_event, path) => {
        const file = relative('.', path);
        if (matchesGlob(file, readAtStart))
          logger.warn(`Restart npm run dev, which has read ${file} already.`);
      });
    },
  },
};

await runWithBackend(async (supabaseUrl) => {
  const server = await dev({
    integrations: [restartReminder],
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
