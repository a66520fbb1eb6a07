import { globSync, readFileSync } from 'node:fs';
import js from '@eslint/js';
import astro from 'eslint-plugin-astro';
import tailwind from 'eslint-plugin-better-tailwindcss';
import compat from 'eslint-plugin-compat';
import ecmascript from 'eslint-plugin-es-x';
import accessibility from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';
import { editorConfig, editorFiles } from './scripts/editor/rules.ts';

/** Refuses an import from one of these folders of the top level: imports run one way. */
const restrictImports = (...folders) => ({
  'no-restricted-imports': [
    'error',
    {
      patterns: folders.map((folder) => ({
        regex: `^(\\.\\./)+${folder}/`,
        message: 'Imports run one way: configuration, scripts, local, src.',
      })),
    },
  ],
});

/** The classes of our own: those in a .css file, and in an .astro file from its <style> on. */
const ownClasses = globSync('src/**/*.{astro,css}')
  .map((file) => readFileSync(file, 'utf8').replace(/^---[^]*?(<style|$)/, ''))
  .flatMap((styles) => styles.match(/(?<=\.)[a-z][\w-]*/g) ?? []);

export default defineConfig(
  globalIgnores(['dist/', '.astro/', '.data/', '.netlify/', 'test-results/']),
  {
    ignores: editorFiles,
    extends: [
      js.configs.recommended,
      typescript.configs.strict,
      astro.configs['jsx-a11y-strict'],
    ],
  },
  {
    files: ['**/*.tsx'],
    extends: [
      accessibility.configs.strict,
      reactHooks.configs.flat.recommended,
    ],
    rules: {
      // The form of the waitlist reads its field at these events, and does nothing else.
      'jsx-a11y-x/no-noninteractive-element-interactions': [
        'error',
        { form: ['onFocus', 'onKeyDown'] },
      ],
    },
  },
  {
    // Safari exposes some styled lists as lists only if they have the role.
    files: ['**/*.astro'],
    ignores: editorFiles,
    rules: { 'astro/jsx-a11y/no-redundant-roles': 'off' },
  },
  {
    files: ['src/**'],
    ignores: editorFiles,
    rules: restrictImports('scripts', 'local', 'supabase'),
  },
  { files: ['local/**'], rules: restrictImports('scripts') },
  {
    files: ['src/{components,islands,layouts}/**/*.{astro,tsx}'],
    plugins: { tailwind },
    rules: {
      'tailwind/no-unknown-classes': [
        'error',
        { ignore: [`^(${ownClasses.join('|')})$`] },
      ],
    },
  },
  {
    // The code that ships runs in all browsers of the `browserslist` in package.json.
    // compat reads that list to check browser APIs; its data ends in 2023. The language that
    // they all have is ES2021 without regular expressions' lookbehinds, which Safari has
    // since 16.4. Methods and regular expressions, which no build replaces, only es-x finds.
    files: ['src/{islands,stores}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.*'],
    extends: [
      compat.configs['flat/recommended'],
      ecmascript.configs['flat/restrict-to-es2021'],
    ],
    // Only by its type es-x knows that a value is a list, and so that its `findLast` is too new.
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'es-x/no-regexp-lookbehind-assertions': 'error',
      // Methods that compat does not know; Safari has them since 16 or later.
      'no-restricted-properties': [
        'error',
        { property: 'requestSubmit' },
        { object: 'AbortSignal', property: 'any' },
        { object: 'AbortSignal', property: 'timeout' },
        { object: 'URL', property: 'canParse' },
        { object: 'URL', property: 'parse' },
      ],
    },
  },
  {
    // A Playwright fixture names its dependencies in this pattern, which may be empty.
    rules: {
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
  editorConfig,
  {
    files: ['**/*.{cjs,mjs}'],
    languageOptions: {
      globals: { console: 'readonly', module: 'writable', require: 'readonly' },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
