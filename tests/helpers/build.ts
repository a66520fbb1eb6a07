import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { localDefaults } from '../../src/settings/environment.ts';
import { cleanEnvironment } from './environment.ts';

/** The build that the tests run against, with the local defaults. */
export const localBuild = {
  directory: 'dist',
  environment: localDefaults,
};

/** A build as Netlify makes it for a pull request that sees production's settings and has no backend of its own. */
export const previewBuild = {
  directory: 'test-results/preview/dist',
  environment: {
    NODE_ENV: 'development',
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

/** Builds the site and its preview, each unless it has been built since its sources were changed. */
export default function buildForTests(): void {
  if (!isBuilt(localBuild) || !hasLocalDefaults()) build(localBuild);
  if (!isBuilt(previewBuild)) build(previewBuild);
}

type Build = typeof localBuild | typeof previewBuild;

const isBuilt = ({ directory }: Build) =>
  isCurrent(`${directory}/index.html`, [
    '{src,public}/**',
    'tests/helpers/build.ts',
    '{astro,tailwind}.config.*',
  ]);

function build({ directory, environment }: Build): void {
  console.log(`Building ${directory}`);
  try {
    execFileSync(
      process.execPath,
      ['--run', 'build', '--', '--outDir', directory],
      {
        env: cleanEnvironment(environment),
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
  } catch (error) {
    // Astro writes the pages before a later step fails. They would count as built.
    rmSync(`${directory}/index.html`, { force: true });
    throw error;
  }
}

/** Whether `dist` was built with the local defaults, and not with the settings of `.env` or of a shell. */
function hasLocalDefaults(): boolean {
  const built = globSync(['.netlify/v1/config.json', 'dist/scripts/*.js'])
    .map((file) => readFileSync(file, 'utf8'))
    .join();
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY } = localDefaults;
  return (
    built.includes(SUPABASE_URL) && built.includes(SUPABASE_PUBLISHABLE_KEY)
  );
}

/**
 * Whether a file exists and is as new as its sources: the packages, and the files and
 * folders that these patterns match. A deleted file changes only the time of its folder.
 */
export function isCurrent(file: string, sources: string[]): boolean {
  const modified = (path: string) => statSync(path).mtimeMs;
  return (
    existsSync(file) &&
    globSync([...sources, 'package.json', 'package-lock.json']).every(
      (source) => modified(source) <= modified(file),
    )
  );
}
