/**
 * The origin of a project's API, from its URL with or without `/rest/v1`. Empty for an empty text.
 *
 * @param name the setting that `text` comes from, for the error
 * @throws an Error of one line if `text` is not such a URL.
 */
export function projectUrl(name: string, text: string): string {
  if (text.trim() === '') return '';
  const url = URL.parse(text.trim());
  // Each request adds /rest/v1 to the origin, so another path would be lost.
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    /^\/(rest\/v1\/?)?$/.test(url.pathname)
  )
    return url.origin;
  throw new Error(
    // The message leaves out the text, which may be a connection string with a password.
    `${name} must be the project's https:// URL, like https://….supabase.co, with no path but /rest/v1; the dashboard's URL or a connection string does not work.`,
  );
}
