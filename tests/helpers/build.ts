import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cleanEnvironment } from './environment.ts';

/** The build that the tests run against, with the local defaults. */
export const localBuild = {
  directory: 'dist',
  environment: { SETTINGS: 'defaults' },
};

/** A build as Netlify makes it for a pull request that sees production's settings and has no backend of its own. */
export const previewBuild = {
  directory: 'test-results/preview/dist',
  environment: {
    NETLIFY: 'true',
    CONTEXT: 'deploy-preview',
    PULL_REQUEST: 'true',
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

/** Builds the site and its preview, once for all tests, if they are missing or older than their sources. */
export default function buildForTests(): void {
  for (const build of [localBuild, previewBuild]) buildIfStale(build);
}

/** Builds the site with an environment, if the build is missing or older than its sources. */
export function buildIfStale({
  directory,
  environment,
}: typeof localBuild | typeof previewBuild) {
  // Older than the directory if `npm start` has built since, perhaps with other settings.
  const stamp = `test-results/${directory.replaceAll('/', '-')}.built`;
  const sources = [
    '{src,public,scripts/editor}/**',
    '{astro,tailwind}.config.*',
    `${directory}/**`,
  ];
  if (existsSync(directory) && isCurrent(stamp, sources)) return;
  console.log(
    `Building ${directory}: it is missing, or older than its sources`,
  );
  execFileSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', directory],
    {
      env: cleanEnvironment(environment),
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  mkdirSync('test-results', { recursive: true });
  writeFileSync(stamp, '');
}

/** Whether a file exists, and is as new as what it was made from: these patterns' files and the packages. */
export function isCurrent(file: string, sources: string[]): boolean {
  const modified = (path: string) => statSync(path).mtimeMs;
  return (
    existsSync(file) &&
    globSync([...sources, 'package.json', 'package-lock.json']).every(
      (source) => modified(source) <= modified(file),
    )
  );
}
