import { site } from '../site.ts';
import {
  readBackend,
  requireBackend,
  requireOtherProject,
  type Backend,
} from './supabase.ts';

/** Environment variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of a build; URL and key are empty if it has no backend. */
export interface BuildSettings extends Backend {
  /** The origin of the page's canonical and share URLs. */
  origin: string;
  /** Whether search engines may list the page. */
  isIndexed: boolean;
  /** Whether Netlify is asked to sign the rewrite to the backend. */
  isSignatureRequested: boolean;
}

/**
 * Whether Netlify builds, on its own machines (`NETLIFY`) or on this one, by its
 * command line (`NETLIFY_LOCAL`).
 *
 * @see https://docs.netlify.com/build/configure-builds/environment-variables/
 */
export function isNetlify({ NETLIFY, NETLIFY_LOCAL }: Environment): boolean {
  return Boolean(NETLIFY || NETLIFY_LOCAL);
}

/**
 * The settings of a build, on this machine or for one of Netlify's deploy contexts.
 *
 * `SUPABASE_URL` always names the production project, in whichever deploy contexts
 * it is visible, so previews never use it: without `SUPABASE_PREVIEW_URL` they have
 * no backend, and with it they are refused unless it is another project than
 * production's.
 *
 * @throws an Error of one line that says what to set.
 */
export function buildSettings(environment: Environment): BuildSettings {
  const production = readBackend(environment, 'SUPABASE');
  // Always signed: a local database that requires no signature ignores it.
  if (!isNetlify(environment))
    return {
      origin: site.url,
      isIndexed: true,
      isSignatureRequested: true,
      ...production,
    };

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
