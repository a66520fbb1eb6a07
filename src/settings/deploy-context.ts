import { site } from '../site.ts';
import { localEnvironment, type Environment } from './environment.ts';
import { projectUrl } from './project-url.ts';

/** The page's Supabase project; both are empty if there is none. */
interface Backend {
  supabaseUrl: string;
  publishableKey: string;
}

/** The settings of a build. */
export interface BuildSettings extends Backend {
  /** The origin of the page's canonical and share URLs. */
  origin: string;
  /** Whether search engines may list the page. */
  isIndexed: boolean;
  /** Whether Netlify is asked to sign the rewrite to the backend. */
  isSignatureRequested: boolean;
}

/**
 * Whether Netlify builds: on its own machines (`NETLIFY`), or by its command line on this one
 * (`NETLIFY_LOCAL`).
 *
 * @see https://docs.netlify.com/build/configure-builds/environment-variables/
 */
function isNetlify({ NETLIFY, NETLIFY_LOCAL }: Environment): boolean {
  return Boolean(NETLIFY || NETLIFY_LOCAL);
}

/**
 * The address of GitHub's editor for the branch of a preview; undefined for any other build,
 * and for a repository on another host. For a fork's pull request the address leads nowhere,
 * or to a branch of this repository with the same name.
 *
 * @see https://docs.netlify.com/build/configure-builds/environment-variables/
 */
export function editorAddress(environment: Environment): string | undefined {
  const { CONTEXT, REPOSITORY_URL = '', PULL_REQUEST } = environment;
  if (!isNetlify(environment) || CONTEXT === 'production') return undefined;
  // Without the token that REPOSITORY_URL may contain: the page is public.
  const [, repository] =
    /github\.com[/:]([\w.-]+\/[\w.-]+?)(\.git)?$/.exec(REPOSITORY_URL) ?? [];
  const branch = environment[PULL_REQUEST === 'true' ? 'HEAD' : 'BRANCH'];
  if (!repository || !branch) return undefined;
  const path = branch.split('/').map(encodeURIComponent).join('/');
  return `https://github.com/${repository}/edit/${path}/`;
}

/**
 * The settings of a build, on this machine or for one of Netlify's deploy contexts.
 *
 * Only a build on this machine has `.env` and the local defaults: on Netlify a missing
 * setting must be noticed. There `SUPABASE_URL` is always the production project, so previews
 * never use it. They have the backend of `SUPABASE_PREVIEW_URL`, which must be another
 * project, or none.
 *
 * @throws an Error of one line that says what to set.
 */
export function buildSettings(environment: Environment): BuildSettings {
  if (!isNetlify(environment))
    return {
      origin: site.url,
      isIndexed: true,
      // Always: local/netlify-site.ts, which serves this build, signs only if it then has a
      // secret. So one build is enough for `npm start`, which needs none, and for the browser
      // tests, whose database requires signatures.
      isSignatureRequested: true,
      ...readBackend(localEnvironment(environment), 'SUPABASE'),
    };

  const production = readBackend(environment, 'SUPABASE');
  const isSignatureRequested = Boolean(environment['WAITLIST_SIGNING_SECRET']);
  if (environment['CONTEXT'] === 'production') {
    requireBackend('SUPABASE', production);
    const { URL: origin = site.url } = environment;
    return { origin, isIndexed: true, isSignatureRequested, ...production };
  }

  // Any other context, whatever its name, is a preview.
  const preview = readBackend(environment, 'SUPABASE_PREVIEW');
  const { DEPLOY_PRIME_URL: origin = site.url } = environment;
  if (preview.supabaseUrl || preview.publishableKey) {
    requireBackend('SUPABASE_PREVIEW', preview);
    requireOtherProject(preview, production);
  }
  return { origin, isIndexed: false, isSignatureRequested, ...preview };
}

/**
 * The backend from the settings with the prefix `SUPABASE`, or `SUPABASE_PREVIEW`.
 *
 * @throws an Error of one line if the URL is not a project's, or the key is not publishable.
 */
function readBackend(environment: Environment, prefix: string): Backend {
  const keyName = `${prefix}_PUBLISHABLE_KEY`;
  const publishableKey = (environment[keyName] ?? '').trim();
  if (publishableKey && !publishableKey.startsWith('sb_publishable_'))
    throw new Error(
      `${keyName} is no publishable key, and a page may contain no other: set it to the project's, which begins with sb_publishable_.`,
    );
  const urlName = `${prefix}_URL`;
  return {
    supabaseUrl: projectUrl(urlName, environment[urlName] ?? ''),
    publishableKey,
  };
}

/** @throws an Error of one line that says what to set, if a deploy cannot use this backend. */
function requireBackend(
  prefix: string,
  { supabaseUrl, publishableKey }: Backend,
): void {
  if (supabaseUrl.startsWith('https://') && publishableKey) return;
  throw new Error(
    `Set ${prefix}_URL to the https:// address of the Supabase project and ${prefix}_PUBLISHABLE_KEY to its publishable key.`,
  );
}

/** @throws an Error of one line if a preview has production's project, or if production's is not known. */
function requireOtherProject(preview: Backend, production: Backend): void {
  if (!production.supabaseUrl || !production.publishableKey)
    throw new Error(
      "A preview's database is compared with production's: make SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY visible to all deploy contexts, or unset SUPABASE_PREVIEW_URL.",
    );
  if (!identifiersOf(preview).isDisjointFrom(identifiersOf(production)))
    throw new Error(
      "SUPABASE_PREVIEW_URL or its key is production's: a preview must not write to the real list. Use another Supabase project, or unset both.",
    );
}

/** A project's host and key; each of them identifies the project. */
function identifiersOf({ supabaseUrl, publishableKey }: Backend): Set<string> {
  const { hostname } = new URL(supabaseUrl);
  return new Set([hostname, publishableKey]);
}
