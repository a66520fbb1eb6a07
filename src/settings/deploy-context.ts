import { site } from '../site.ts';
import { localEnvironment, type Environment } from './environment.ts';
import { projectUrl } from './project-url.ts';

/** The page's Supabase project. Both fields are empty for a preview without a project. */
interface Backend {
  supabaseUrl: string;
  publishableKey: string;
}

/** The settings of a build. */
export interface BuildSettings extends Backend {
  /** The origin of the page's canonical and share URLs. */
  origin: string;
  /**
   * Whether this is a deploy for review. Search engines may not list a preview, and Netlify
   * adds its drawer to the page.
   */
  isPreview: boolean;
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
 * The URL of GitHub's editor for the branch of a preview. Undefined for any other build,
 * and for a repository on another host. For a fork's pull request the URL leads nowhere,
 * or to a branch of this repository with the same name.
 *
 * @see https://docs.netlify.com/build/configure-builds/environment-variables/
 */
export function editorUrl(environment: Environment): string | undefined {
  const { CONTEXT, REPOSITORY_URL = '', PULL_REQUEST } = environment;
  if (!isNetlify(environment) || CONTEXT === 'production') return undefined;
  // Leaves out the token that REPOSITORY_URL may contain, because the page is public.
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
 * Only a build on this machine reads `.env` and has defaults: on Netlify a missing setting fails
 * the build. There each deploy context uses variables of its own, so no preview can write to the
 * production list.
 *
 * @throws an Error of one line that says what to set.
 */
export function buildSettings(environment: Environment): BuildSettings {
  if (!isNetlify(environment))
    return {
      origin: site.url,
      isPreview: false,
      // The local server (local/netlify-site.ts) signs only if it has a secret. So `npm start` (no
      // secret) and the browser tests (a secret) can use the same build.
      isSignatureRequested: true,
      ...readBackend(localEnvironment(environment), 'SUPABASE'),
    };

  // Any other context, whatever its name, is a preview.
  if (environment['CONTEXT'] !== 'production')
    return {
      origin: deployOrigin(environment['DEPLOY_PRIME_URL']),
      isPreview: true,
      isSignatureRequested: false,
      ...previewBackend(environment),
    };

  return {
    origin: deployOrigin(environment['URL']),
    isPreview: false,
    isSignatureRequested: Boolean(environment['WAITLIST_SIGNING_SECRET']),
    ...requiredBackend(environment, 'SUPABASE'),
  };
}

/**
 * The origin of a deploy, from the variable in which Netlify gives it. Until a domain has its
 * certificate, Netlify writes `http:` there. The page says `https:` all the same: once visitors come,
 * Netlify redirects `http:` to `https:`.
 */
function deployOrigin(url: string = site.url): string {
  return url.replace(/^http:/, 'https:');
}

/**
 * The project of previews; none if neither of its variables is set. If a preview can read
 * production's variables, the preview's variables must name a different project.
 */
function previewBackend(environment: Environment): Backend {
  const backend = readBackend(environment, 'SUPABASE_PREVIEW');
  if (!backend.supabaseUrl && !backend.publishableKey) return backend;
  const preview = requiredBackend(environment, 'SUPABASE_PREVIEW');
  const production = readBackend(environment, 'SUPABASE');
  if (
    preview.supabaseUrl === production.supabaseUrl ||
    preview.publishableKey === production.publishableKey
  )
    throw new Error(
      "SUPABASE_PREVIEW_URL and SUPABASE_PREVIEW_PUBLISHABLE_KEY are production's: set them to another Supabase project, or remove both.",
    );
  return preview;
}

type Prefix = 'SUPABASE' | 'SUPABASE_PREVIEW';

function requiredBackend(environment: Environment, prefix: Prefix): Backend {
  const backend = readBackend(environment, prefix);
  if (!backend.supabaseUrl.startsWith('https://') || !backend.publishableKey)
    throw new Error(
      `Set ${prefix}_URL to the https:// URL of the Supabase project and ${prefix}_PUBLISHABLE_KEY to its publishable key.`,
    );
  return backend;
}

/** @throws an Error of one line if the URL is not a project's, or the key is not publishable. */
function readBackend(environment: Environment, prefix: Prefix): Backend {
  const name = `${prefix}_PUBLISHABLE_KEY`;
  const publishableKey = environment[name]?.trim() ?? '';
  if (publishableKey && !publishableKey.startsWith('sb_publishable_'))
    throw new Error(
      `${name} is not a publishable key, and the page may contain no other key. Set the project's publishable key, which begins with sb_publishable_.`,
    );
  const url = environment[`${prefix}_URL`] ?? '';
  const supabaseUrl = projectUrl(`${prefix}_URL`, url);
  return { supabaseUrl, publishableKey };
}
