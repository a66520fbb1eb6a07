import { globSync, utimesSync, watch } from 'node:fs';
import { dev } from 'astro';
import { waitlistPath } from '../src/stores/waitlist-path.ts';
import { pagePort, runWithBackend } from './run-with-backend.ts';

// Node restarts this process when a module changes that the process has imported (`--watch` in
// package.json). The process reads other files only at its start, too: settings, migrations, and
// what Astro bundles for `client:interaction`. Node restarts it for them by this file's new time.
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
      // Otherwise Vite and Astro would restart themselves, too, after a change of these files.
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
