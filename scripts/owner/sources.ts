import type { TaggedSignups } from './database.types.ts';

/** Where signups came from, in readable words, and how many. */
export interface Source {
  name: string;
  signups: number;
}

/** The sources, largest first. Tags that are the same once decoded are one source. */
export function readSources(tagged: TaggedSignups[]): Source[] {
  const counts = new Map<string, number>();
  for (const { utm_source, utm_medium, utm_campaign, signups } of tagged) {
    const tags = [utm_source, utm_medium, utm_campaign];
    const name = nameOf(tags.map((tag) => tag && readTag(tag)));
    counts.set(name, (counts.get(name) ?? 0) + signups);
  }
  return [...counts]
    .map(([name, signups]) => ({ name, signups }))
    .sort((one, other) => other.signups - one.signups);
}

/** `newsletter / email`, `- / email`, or `(no tag)`. */
function nameOf(tags: (string | null)[]): string {
  const last = tags.findLastIndex((tag) => tag !== null);
  const shown = tags.slice(0, last + 1).map((tag) => tag ?? '-');
  return shown.join(' / ') || '(no tag)';
}

/**
 * A tag, decoded; unchanged if it is not valid percent-encoding. Some mailing tools put the
 * reader's e-mail into a tag: that is not shown.
 */
function readTag(tag: string): string {
  let text = tag;
  try {
    text = decodeURIComponent(tag.replaceAll('+', ' '));
  } catch {
    // It is shown unchanged.
  }
  return /@|%40/.test(text) ? '(an e-mail)' : text;
}
