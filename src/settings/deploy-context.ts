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
 * setting must be noticed. There only production has a backend, so no preview can write to
 * the list.
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
      ...readBackend(localEnvironment(environment)),
    };

  // Any other context, whatever its name, is a preview.
  if (environment['CONTEXT'] !== 'production')
    return {
      origin: environment['DEPLOY_PRIME_URL'] ?? site.url,
      isIndexed: false,
      isSignatureRequested: false,
      supabaseUrl: '',
      publishableKey: '',
    };

  const backend = readBackend(environment);
  if (!backend.supabaseUrl.startsWith('https://') || !backend.publishableKey)
    throw new Error(
      'Set SUPABASE_URL to the https:// address of the Supabase project and SUPABASE_PUBLISHABLE_KEY to its publishable key.',
    );
  return {
    origin: environment['URL'] ?? site.url,
    isIndexed: true,
    isSignatureRequested: Boolean(environment['WAITLIST_SIGNING_SECRET']),
    ...backend,
  };
}

/** @throws an Error of one line if the URL is not a project's, or the key is not publishable. */
function readBackend(environment: Environment): Backend {
  const publishableKey = environment['SUPABASE_PUBLISHABLE_KEY']?.trim() ?? '';
  if (publishableKey && !publishableKey.startsWith('sb_publishable_'))
    throw new Error(
      "SUPABASE_PUBLISHABLE_KEY is no publishable key, and a page may contain no other: set it to the project's, which begins with sb_publishable_.",
    );
  const supabaseUrl = projectUrl(
    'SUPABASE_URL',
    environment['SUPABASE_URL'] ?? '',
  );
  return { supabaseUrl, publishableKey };
}
