import { globSync, utimesSync, watch } from 'node:fs';
import { dev } from 'astro';
import { waitlistPath } from '../src/stores/waitlist-path.ts';
import { pagePort, runWithBackend } from './run-with-backend.ts';

// `npm run dev` runs this file with `node --watch`: Node restarts the process when a module
// that the process has imported is changed. Node sends SIGINT for that, since at SIGTERM Vite 8
// ends the process before the database is closed.
//
// Node does not watch the other files that are read only at the start: .env, the migrations,
// and the scripts that Astro bundles for `client:form`. So we watch those. Node has no
// call that restarts the process, but a new modification time of this file does it.
const restart = () => utimesSync(import.meta.filename, new Date(), new Date());
watch('.', (_event, file) => {
  if (file === '.env') restart();
});
for (const path of [
  'supabase/migrations',
  ...globSync('src/{browser/**,stores}/*.ts'),
])
  watch(path, restart);

await runWithBackend(async (supabaseUrl) => {
  const server = await dev({
    server: {
      host: '127.0.0.1',
      port: pagePort,
      // GitHub Codespaces forwards requests with such a host name, and without this line Vite refuses
      // them. `true` would allow every host name: by DNS rebinding any website could then read this
      // folder, with the database in `.data` and an exported list. For the host name of another
      // container, set Vite's variable __VITE_ADDITIONAL_SERVER_ALLOWED_HOSTS.
      // https://vite.dev/config/server-options#server-allowedhosts
      allowedHosts: ['.app.github.dev'],
    },
    image: {
      endpoint: { route: '/_image', entrypoint: './local/dev-image.ts' },
    },
    vite: {
      // Otherwise Vite and Astro would also restart themselves, for .env and Astro's configuration.
      // After such a restart Ctrl-C does not end the process (Astro 7.3).
      envDir: false,
      server: {
        watch: { ignored: ['**/astro.config.mjs'] },
        strictPort: true,
        // Vite matches a key that begins with ^ as a regular expression, others as prefixes.
        proxy: {
          [`^${waitlistPath}(\\?|$)`]: supabaseUrl,
        },
      },
    },
  });
  return () => server.stop();
});
