/**
 * A source as a person reads it: `spring sale / email` for `spring%20sale+ / email`. The database keeps
 * the tags of a link as the link has them.
 */
export function readableSource(source: string): string {
  return source.split(' / ').map(readableTag).join(' / ');
}

/** A tag that cannot be decoded stays as it is, and so does one with a control character, which a terminal could obey. */
function readableTag(tag: string): string {
  try {
    const decoded = decodeURIComponent(tag.replaceAll('+', ' '));
    return /\p{Cc}/u.test(decoded) ? tag : decoded.trim().toLowerCase() || '-';
  } catch {
    return tag;
  }
}
