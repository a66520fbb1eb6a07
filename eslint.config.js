import js from '@eslint/js';
import astro from 'eslint-plugin-astro';
import accessibility from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig } from 'eslint/config';
import typescript from 'typescript-eslint';

export default defineConfig(
  { ignores: ['dist/', '.astro/', '.data/', 'test-results/'] },
  js.configs.recommended,
  typescript.configs.strict,
  {
    files: ['**/*.tsx'],
    extends: [
      accessibility.configs.strict,
      reactHooks.configs.flat.recommended,
    ],
  },
  astro.configs['jsx-a11y-x-strict'],
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
  },
);
