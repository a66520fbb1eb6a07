import react from '@astrojs/react';
import tailwind from '@astrojs/tailwind';
import { defineConfig, envField } from 'astro/config';
import { loadEnvironment } from './local/environment.ts';

loadEnvironment();

export default defineConfig({
  integrations: [
    react(),
    tailwind(),
    {
      name: 'briefloom',
      hooks: {
        'astro:config:setup'({ addClientDirective, injectRoute }) {
          addClientDirective({
            name: 'interaction',
            entrypoint: './src/directives/interaction.ts',
          });
          // A file in src/pages whose name starts with "_" is no page to Astro.
          injectRoute({
            pattern: '/_redirects',
            entrypoint: './src/netlify/redirects.ts',
          });
        },
      },
    },
  ],
  build: { inlineStylesheets: 'always' },
  env: {
    validateSecrets: true,
    schema: {
      SUPABASE_URL: envField.string({
        context: 'server',
        access: 'public',
        url: true,
        optional: true,
      }),
      SUPABASE_PUBLISHABLE_KEY: envField.string({
        context: 'client',
        access: 'public',
        optional: true,
      }),
    },
  },
});
