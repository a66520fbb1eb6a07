import js from '@eslint/js';
import astro from 'eslint-plugin-astro';
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
    // Playwright reads a fixture's dependencies off its first parameter's pattern.
    rules: {
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
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
