import react from '@astrojs/react';
import tailwind from '@astrojs/tailwind';
import { defineConfig, envField } from 'astro/config';
import { loadEnvironment } from './local/environment.ts';

loadEnvironment();

export default defineConfig({
  integrations: [react(), tailwind()],
  env: {
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
