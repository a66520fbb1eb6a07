import { globSync, readFileSync } from 'node:fs';
import js from '@eslint/js';
import astro from 'eslint-plugin-astro';
import tailwind from 'eslint-plugin-better-tailwindcss';
import compat from 'eslint-plugin-compat';
import ecmascript from 'eslint-plugin-es-x';
import accessibility from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import postcss from 'postcss';
import parseSelector from 'postcss-selector-parser';
import typescript from 'typescript-eslint';
import { editorConfig, editorFiles } from './scripts/editor/rules.ts';

/** The rule that refuses imports from these top-level folders. */
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

/** The classes that our own CSS has: in .css files, and in the <style> of .astro files. */
const ownClasses = new Set();
const addClasses = parseSelector((selector) =>
  selector.walkClasses(({ value }) => ownClasses.add(value)),
);
for (const file of globSync('src/**/*.{astro,css}')) {
  const source = readFileSync(file, 'utf8');
  const [style] = /(?<=<style.*>)[^]*(?=<\/style>)/.exec(source) ?? [];
  postcss
    .parse(file.endsWith('.css') ? source : (style ?? ''))
    .walkRules((rule) => addClasses.processSync(rule));
}

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
      // The rule refuses listeners for focus and keys on a form. The waitlist's form has both, but
      // they only read its field.
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
    rules: restrictImports('scripts', 'local', 'supabase'),
  },
  { files: ['local/**'], rules: restrictImports('scripts') },
  {
    files: ['src/**/*.{astro,tsx}'],
    ignores: editorFiles,
    plugins: { tailwind },
    rules: {
      'tailwind/no-unknown-classes': [
        'error',
        { ignore: [`^(${[...ownClasses].join('|')})$`] },
      ],
    },
  },
  {
    // The code that ships must run in all browsers of the `browserslist` in package.json. `compat` refuses
    // browser APIs that they lack, but not all, such as `checkVisibility()`. `es-x` refuses newer methods and
    // regular expressions. These browsers have ES2021, but Safari has no lookbehinds before 16.4.
    files: ['src/**/*.{ts,tsx}'],
    // Tests, the files of editors, and the folders whose code runs in the build
    ignores: [
      '**/*.test.*',
      'src/{fixed-texts,site}.ts',
      'src/{components,integrations,pages,sections,settings,typeface}/**',
    ],
    extends: [
      compat.configs['flat/recommended'],
      ecmascript.configs['flat/restrict-to-es2021'],
    ],
    // `es-x` refuses the method `findLast` of an array, which is too new, and allows a method of that name on
    // other objects. `es-x` needs types to know which object is an array.
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'es-x/no-regexp-lookbehind-assertions': 'error',
      // `compat` does not know these methods, which Safari has since 16 or later.
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
    files: ['tests/**'],
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
