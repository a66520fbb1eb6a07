import { globSync, utimesSync, watch } from 'node:fs';
import { dev } from 'astro';
import { waitlistPath } from '../src/stores/waitlist-path.ts';
import { pagePort, runWithBackend } from './run-with-backend.ts';

// `node --watch` in package.json restarts this process when a module changes that the process
// has imported. It sends SIGINT, since Vite 8 ends a process at SIGTERM before the database is
// closed. The process also reads other files only at its start: settings, migrations, and the
// scripts that Astro bundles for `client:interaction`. When one of them changes, a new time of
// this file, which Node watches, restarts the process.
const restart = () => utimesSync(import.meta.filename, new Date(), new Date());
watch('.', (_event, file) => {
  if (file === '.env') restart();
});
for (const path of [
  'supabase/migrations',
  ...globSync('src/{islands/**,stores}/*.ts'),
])
  watch(path, restart);

await runWithBackend(async (supabaseUrl) => {
  const server = await dev({
    server: { host: '127.0.0.1', port: pagePort },
    vite: {
      // Otherwise Vite and Astro would restart themselves, too, for .env and Astro's configuration.
      // After that Ctrl-C does not end the process (Astro 7.3).
      envDir: false,
      server: {
        watch: { ignored: ['**/astro.config.mjs'] },
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
