import type { Environment } from './deploy-context.ts';

/** What the page needs of a Supabase project; both are empty if there is none. */
export interface Backend {
  supabaseUrl: string;
  publishableKey: string;
}

/**
 * The backend that the settings with a prefix name: `SUPABASE`, or `SUPABASE_PREVIEW`.
 *
 * @throws an Error of one line if one of them is wrong.
 */
export function readBackend(environment: Environment, prefix: string): Backend {
  const keyName = `${prefix}_PUBLISHABLE_KEY`;
  const publishableKey = (environment[keyName] ?? '').trim();
  if (publishableKey && !publishableKey.startsWith('sb_publishable_'))
    throw new Error(
      `${keyName} is no publishable key, and no other may be in a page: set it to the project's, which begins with sb_publishable_.`,
    );
  const urlName = `${prefix}_URL`;
  return {
    supabaseUrl: projectUrl(urlName, environment[urlName] ?? ''),
    publishableKey,
  };
}

/** @throws an Error of one line that says what to set, if a deploy cannot use this backend. */
export function requireBackend(
  prefix: string,
  { supabaseUrl, publishableKey }: Backend,
): void {
  if (supabaseUrl.startsWith('https://') && publishableKey) return;
  throw new Error(
    `Set ${prefix}_URL to the https:// address of the Supabase project and ${prefix}_PUBLISHABLE_KEY to its publishable key.`,
  );
}

/** @throws an Error of one line if a preview's project is production's, or if that cannot be told. */
export function requireOtherProject(
  preview: Backend,
  production: Backend,
): void {
  if (!production.supabaseUrl || !production.publishableKey)
    throw new Error(
      'A preview with a database must be able to tell it from production: make SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY visible to all deploy contexts, or unset SUPABASE_PREVIEW_URL.',
    );
  if (!identifiersOf(preview).isDisjointFrom(identifiersOf(production)))
    throw new Error(
      "SUPABASE_PREVIEW_URL or its key is production's: a preview must not write to the real list. Use another Supabase project, or unset both.",
    );
}

/**
 * The URL of a project's API, from any URL that begins with it. Empty for an empty text.
 *
 * @param name the setting that `text` comes from, for the error
 * @throws an Error of one line if `text` is not such a URL.
 */
export function projectUrl(name: string, text: string): string {
  if (text.trim() === '') return '';
  const url = URL.parse(text.trim());
  if (url && /^https?:$/.test(url.protocol) && url.host !== 'supabase.com')
    return url.origin;
  throw new Error(
    `${name} must be the project's https:// address, like https://….supabase.co, not "${text}".`,
  );
}

/** What identifies a project however its URL is written: its host, and its key. */
function identifiersOf({ supabaseUrl, publishableKey }: Backend): Set<string> {
  const { hostname } = new URL(supabaseUrl);
  return new Set([hostname, publishableKey]);
}
