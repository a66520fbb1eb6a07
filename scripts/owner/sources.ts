/**
 * A source as a person reads it: `spring sale / email` for `spring%20sale+ / email`. The database keeps
 * the tags of a link as the link has them.
 */
export function readableSource(source: string): string {
  const tags = source.split(' / ').map(readableTag).join(' / ');
  // A tag of spaces is a missing tag.
  return tags.replace(/( \/ -)+$/, '');
}

/** A tag that cannot be decoded stays as it is, and so does one with a control character, which a terminal could obey. */
function readableTag(tag: string): string {
  try {
    const decoded = decodeURIComponent(tag.replaceAll('+', ' '));
    if (/\p{Cc}/u.test(decoded)) return tag;
    // A no-break space, or a second space, makes no other source.
    return decoded.replace(/\s+/g, ' ').trim().toLowerCase() || '-';
  } catch {
    return tag;
  }
}
