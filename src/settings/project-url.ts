/**
 * The origin of a project's API, from any URL of that origin. Empty for an empty text.
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
    // The message leaves out the text, which may be a connection string with a password.
    `${name} must be the project's https:// URL, like https://….supabase.co; the dashboard's URL or a connection string does not work.`,
  );
}
