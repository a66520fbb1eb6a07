import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { parse, type HTMLElement } from 'node-html-parser';
import { sectionFile } from '../../src/components/section-file.ts';
import { maxFirstViewBytes } from '../budgets.ts';
import { imageError, linkError } from './addresses.ts';
import {
  sourceOf,
  locationOfQuoted,
  pageFile,
  type Finding,
} from './finding.ts';

/** The mistakes on the pages that are built in a folder. */
export async function pageErrors(folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, file] of [
    ['index.html', pageFile],
    ['404.html', 'src/pages/404.astro'],
  ] as const) {
    const html = readFileSync(`${folder}/${name}`, 'utf8');
    const page = parse(html);
    if (file === pageFile) findings.push(...firstViewErrors(page, html));
    findings.push(...wordErrors(page, file));
    for await (const finding of addressErrors(page, folder, file))
      findings.push(finding);
    findings.push(...(await htmlErrors(page, html, file)));
  }
  return findings;
}

/** What a value that is no text looks like. */
const notWords = /\[object Object\]|\b(undefined|NaN)\b/;

function* wordErrors(page: HTMLElement, file: string): Generator<Finding> {
  for (const part of page.querySelectorAll('title, main > *, footer')) {
    const [found] = notWords.exec(part.textContent) ?? [];
    if (found)
      yield {
        location: sourceOf(part, file),
        message: `Visitors would read "${found}": something in braces is no text.`,
      };
  }
}

/** The wrong addresses on a page, which is written in the sections' files or in this one. */
async function* addressErrors(
  page: HTMLElement,
  folder: string,
  file: string,
): AsyncGenerator<Finding> {
  const addresses = ':is(main, footer) :is(a, img)';
  for (const element of page.querySelectorAll(addresses)) {
    const { href = '', src } = element.attributes;
    const reason =
      src === undefined
        ? linkError(href, page, folder)
        : await imageError(element, folder);
    if (!reason) continue;
    const address = src ?? href;
    const written = sourceOf(element, file);
    yield {
      location: locationOfQuoted(address, [written, 'src/site.ts']) ?? written,
      message: `"${address}" ${reason}`,
    };
  }
}

/** The page up to the button of its first form, if that is too large. */
function* firstViewErrors(page: HTMLElement, html: string): Generator<Finding> {
  const [, end = 0] = page.querySelector('#hero button')?.range ?? [];
  // As many servers compress a page for each request. Netlify does not document its quality.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const headers = 500;
  const bytes =
    headers + brotliCompressSync(html.slice(0, end), { params }).length;
  if (bytes > maxFirstViewBytes)
    yield {
      location: sectionFile('hero') ?? pageFile,
      message: `The page up to its first form has ${bytes} bytes when compressed, ${bytes - maxFirstViewBytes} more than arrive at once: shorten the words above the form; if nobody has made them longer, a developer’s CSS is the cause.`,
    };
}

/** What html-validate says of a page, by the rules in `.htmlvalidate.mjs`. */
async function htmlErrors(
  page: HTMLElement,
  html: string,
  file: string,
): Promise<Finding[]> {
  const validator = new HtmlValidate(new FileSystemConfigLoader());
  const { results } = await validator.validateString(html, 'dist/index.html');
  return (results[0]?.messages ?? []).map(({ message, offset }) => {
    // The innermost element around the offset: the last of those, since it begins last.
    const element = page
      .querySelectorAll('*')
      .findLast(({ range: [from, to] }) => from <= offset && offset < to);
    const text = element?.textContent.trim().replace(/\s+/g, ' ').slice(0, 60);
    const at = text ? `, at "${text}"` : '';
    return {
      location: element ? sourceOf(element, file) : file,
      message: `${message}${at}.`,
    };
  });
}
