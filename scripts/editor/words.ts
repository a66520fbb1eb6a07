/**
 * Adds to a pull request's summary on GitHub which words it changes, as a reader
 * sees them: compares the page that was just built with the one of the base branch.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type HTMLElement } from 'node-html-parser';

/** So that the table is no longer than a page. */
const mostRows = 40;
const mostLetters = 280;

/** A table of the texts that differ, section by section; one sentence if none does. */
export function compareWords(before: string, after: string): string {
  const [old, present] = [textsOf(before), textsOf(after)];
  const places = [...new Set([...present.keys(), ...old.keys()])];
  const rows = places.flatMap((place) =>
    changesOf(old.get(place) ?? [], present.get(place) ?? []).map(
      (texts) => `| ${[place, ...texts].map(cell).join(' | ')} |`,
    ),
  );
  if (rows.length === 0) return 'No words of the page change.\n';
  const rest = rows.length - mostRows;
  return [
    '### Words before and after',
    '',
    '| where | before | after |',
    '| --- | --- | --- |',
    ...rows.slice(0, mostRows),
    ...(rest > 0 ? [`| and ${rest} more | | |`] : []),
    '',
  ].join('\n');
}

/** The page's texts in their order, by the place where a reader meets them. */
function textsOf(html: string): Map<string, string[]> {
  const page = parse(html);
  for (const drawing of page.querySelectorAll('[aria-hidden=true], noscript'))
    drawing.remove();
  const description = page.querySelector('meta[name=description]');
  const texts = new Map([
    ['Title', [textOf(page.querySelector('title'))]],
    ['Description', [description?.getAttribute('content') ?? '']],
    ['Share image', [textOf(page.querySelector('h1'))]],
  ]);
  for (const part of page.querySelectorAll('header, section, footer'))
    texts.set(
      part.id || part.tagName.toLowerCase(),
      part
        .querySelectorAll('h1, h2, h3, h4, p, li, a, button')
        .filter((it) => !it.querySelector('h3, p, a'))
        .map(textOf)
        .filter((text) => text !== ''),
    );
  return texts;
}

function textOf(element: HTMLElement | null): string {
  return element?.textContent.replace(/\s+/g, ' ').trim() ?? '';
}

/** Pairs of a text before and after, without the texts at both ends of the lists that are the same. */
function changesOf(before: string[], after: string[]): [string, string][] {
  const first = before.findIndex((text, index) => text !== after[index]);
  const start = first < 0 ? before.length : first;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - start &&
    before.at(-1 - end) === after.at(-1 - end)
  )
    end += 1;
  const old = before.slice(start, before.length - end);
  const present = after.slice(start, after.length - end);
  return Array.from(
    { length: Math.max(old.length, present.length) },
    (_, i) => [old[i] ?? '', present[i] ?? ''],
  );
}

function cell(text: string): string {
  const short =
    text.length > mostLetters ? `${text.slice(0, mostLetters - 1)}…` : text;
  return short
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[|\\`*_[\]]/g, '\\$&');
}

/** Builds the page of a commit in a folder inside this one, so that it finds the packages that are installed here. */
function buildPageOf(commit: string): string {
  const folder = join('test-results', 'before');
  const git = (...words: string[]) =>
    execFileSync('git', ['worktree', ...words]);
  git('add', '--force', '--detach', folder, commit);
  try {
    execFileSync(
      process.execPath,
      [join(process.cwd(), 'node_modules/astro/bin/astro.mjs'), 'build'],
      { cwd: folder, env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } },
    );
    return readFileSync(join(folder, 'dist/index.html'), 'utf8');
  } finally {
    git('remove', '--force', folder);
  }
}

if (import.meta.main) {
  const { GITHUB_STEP_SUMMARY: summary } = process.env;
  if (!summary) throw new Error('GITHUB_STEP_SUMMARY must name a file.');
  // What GitHub checks out for a pull request is its merge into the base branch.
  const before = buildPageOf('HEAD^1');
  appendFileSync(
    summary,
    compareWords(before, readFileSync('dist/index.html', 'utf8')),
  );
}
