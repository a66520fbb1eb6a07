import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import tailwind from '@astrojs/tailwind';
import { defineConfig, envField } from 'astro/config';
import browserslistToEsbuild from 'browserslist-to-esbuild';
import { islandScripts } from './src/integrations/island-scripts.ts';
import { licenses } from './src/integrations/licenses.ts';
import { netlify } from './src/integrations/netlify.ts';

export default defineConfig({
  integrations: [
    netlify(),
    react(),
    tailwind(),
    sitemap(),
    licenses(),
    islandScripts(),
  ],
  // Astro's default removes the space around a tag that is alone on its line.
  compressHTML: true,
  // This site has no Markdown. Without this line Astro warns that the highlighter's inline styles conflict with the policy.
  markdown: { syntaxHighlight: false },
  build: { inlineStylesheets: 'always' },
  // `<Image>` publishes a picture in several widths, from which the browser takes one.
  image: { layout: 'constrained' },
  vite: {
    // The scripts keep their names, so no deploy removes a script that an open page needs. Their exports keep
    // their names, too: an open page may have one script from before a deploy, and one from after it. (Astro
    // ignores the same options in `build`.)
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              entryFileNames: 'scripts/[name].js',
              chunkFileNames: 'scripts/[name].js',
              minifyInternalExports: false,
            },
          },
        },
      },
    },
    // The `browserslist` in package.json names the oldest browsers from which visitors can join.
    // The page's design may need newer ones.
    build: {
      target: browserslistToEsbuild(),
      // A file's own name, such as `google-ads.jpg`, would be in its URL, and an ad blocker may block it.
      rolldownOptions: { output: { assetFileNames: '_astro/[hash][extname]' } },
    },
  },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        "base-uri 'none'",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'none'",
        "img-src 'self'",
        "media-src 'self'",
      ],
    },
  },
  env: {
    schema: {
      IS_INDEXED: envField.boolean({ context: 'server', access: 'public' }),
      SUPABASE_PUBLISHABLE_KEY: envField.string({
        context: 'client',
        access: 'public',
        default: '',
      }),
    },
  },
});
