import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwind from '@astrojs/tailwind';
import { defineConfig, envField } from 'astro/config';
import { loadEnvironment } from './local/environment.ts';
import { llmsTxt } from './src/integrations/llms-txt.ts';
import { shareImage } from './src/integrations/share-image.ts';
import { buildSettings } from './src/netlify/environment.ts';

loadEnvironment();
const { origin, isIndexed, ...backend } = settings();
Object.assign(process.env, backend, { IS_INDEXED: isIndexed });

export default defineConfig({
  site: origin,
  integrations: [
    react(),
    tailwind(),
    sitemap(),
    shareImage(),
    llmsTxt(),
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
  // Its inline styles would need a hole in the policy; there is no Markdown here.
  markdown: { syntaxHighlight: false },
  build: { inlineStylesheets: 'always' },
  vite: {
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              // One file for what the islands share: fewer, better compressed bytes.
              codeSplitting: {
                groups: [
                  {
                    name: 'islands',
                    test: /[\\/](node_modules|stores|site\.ts)/,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        "base-uri 'none'",
        "connect-src 'self'",
        "form-action 'none'",
        "img-src 'self'",
        "manifest-src 'self'",
      ],
    },
  },
  env: {
    schema: {
      IS_INDEXED: envField.boolean({ context: 'server', access: 'public' }),
      SUPABASE_URL: envField.string({
        context: 'server',
        access: 'public',
        default: '',
      }),
      SUPABASE_PUBLISHABLE_KEY: envField.string({
        context: 'client',
        access: 'public',
        default: '',
      }),
    },
  },
});

/** The build's settings; a setting that is missing or wrong ends the build with what to set, and no stack trace. */
function settings() {
  try {
    return buildSettings(process.env);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
