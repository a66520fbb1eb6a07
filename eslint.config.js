import js from '@eslint/js';
import astro from 'eslint-plugin-astro';
import compat from 'eslint-plugin-compat';
import ecmascript from 'eslint-plugin-es-x';
import accessibility from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist/', '.astro/', '.data/', '.netlify/', 'test-results/']),
  js.configs.recommended,
  typescript.configs.strict,
  astro.configs['jsx-a11y-strict'],
  {
    files: ['**/*.tsx'],
    extends: [
      accessibility.configs.strict,
      reactHooks.configs.flat.recommended,
    ],
  },
  {
    // To Safari a list whose items are flex or grid is none without its role.
    files: ['**/*.astro'],
    rules: {
      'astro/jsx-a11y/no-redundant-roles': ['error', { ul: ['list'] }],
    },
  },
  {
    // What ships keeps to the browsers that package.json lists: one rule reads the
    // list for the browsers' interfaces, the others hold the language to what all of
    // them have. That is ES2021 without lookbehinds, which Safari has from 16.4 on.
    files: ['src/{islands,stores,integrations/interaction}/*.{ts,tsx}'],
    ignores: ['**/*.test.*', '**/integration.ts'],
    extends: [
      compat.configs['flat/recommended'],
      ecmascript.configs['flat/restrict-to-es2021'],
    ],
    rules: {
      'es-x/no-regexp-lookbehind-assertions': 'error',
      // Methods that the first rule does not know; Safari has both from 16 on.
      'no-restricted-properties': [
        'error',
        { property: 'requestSubmit' },
        { object: 'AbortSignal', property: 'timeout' },
      ],
    },
  },
  {
    // Playwright reads a fixture's dependencies off its first parameter's pattern.
    rules: {
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
  {
    // An editor's import that is too much harms nobody: the check gives a notice of it.
    files: ['src/{pages,sections}/*.astro'],
    rules: { '@typescript-eslint/no-unused-vars': 'off' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { globals: { module: 'writable' } },
  },
);
