import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localDefaults } from '../../local/settings.ts';

/** The site that the tests run against, built with the local defaults. */
export const site = {
  directory: 'dist',
  environment: { SETTINGS: 'defaults' },
};

/** The site as Netlify builds it for a pull request that sees production's settings and has no backend of its own. */
export const preview = {
  directory: 'test-results/preview/dist',
  environment: {
    NETLIFY: 'true',
    CONTEXT: 'deploy-preview',
    PULL_REQUEST: 'true',
    REVIEW_ID: '7',
    REPOSITORY_URL: 'https://github.com/briefloom/briefloom',
    BRANCH: 'pull/7/head',
    HEAD: 'new-words',
    URL: 'https://briefloom.example',
    DEPLOY_PRIME_URL: 'https://deploy-preview-7--briefloom.netlify.app',
    SUPABASE_URL: 'https://production.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_production',
    WAITLIST_SIGNING_SECRET: 'a-secret-that-no-file-may-hold-in-any-build',
  },
};

/** Builds the site and its preview, once for all tests, where what stands is older than its sources. */
export default function buildForTests(): void {
  for (const build of [site, preview]) buildIfStale(build);
}

function buildIfStale({
  directory,
  environment,
}: typeof site | typeof preview) {
  const page = join(directory, 'index.html');
  const sources = globSync([
    '{src,public}/**',
    'local/settings.ts',
    '{astro,tailwind}.config.*',
    'package-lock.json',
  ]);
  const isCurrent =
    existsSync(page) &&
    sources.every((source) => modified(source) <= modified(page)) &&
    (directory !== site.directory || isBuiltWithDefaults());
  if (isCurrent) return;
  console.log(
    `Building ${directory}: it is missing, or older than its sources`,
  );
  const { PATH = '', HOME = '' } = process.env;
  execFileSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', directory],
    {
      env: { PATH, HOME, ASTRO_TELEMETRY_DISABLED: '1', ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
}

/** Whether `dist` leads to the local backend with its key, and is not of a build with other settings. */
function isBuiltWithDefaults(): boolean {
  const built = globSync(['.netlify/v1/config.json', 'dist/_astro/*.js'])
    .map((file) => readFileSync(file, 'utf8'))
    .join();
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = localDefaults;
  return (
    built.includes(SUPABASE_URL) && built.includes(SUPABASE_PUBLISHABLE_KEY)
  );
}

export function modified(path: string): number {
  return statSync(path).mtimeMs;
}

if (import.meta.main) buildIfStale(site);
