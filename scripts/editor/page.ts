import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { parse, type HTMLElement } from 'node-html-parser';
import { maxFirstViewBytes } from '../../src/settings/budgets.ts';
import { sectionFile } from '../../src/settings/section-file.ts';
import { fixedTexts } from '../../src/site.ts';
import { imageError, linkError } from './addresses.ts';
import {
  locationOfPattern,
  locationOf,
  pageFile,
  type Finding,
} from './finding.ts';
import { requiredSections } from './required-content.ts';

/** The mistakes on the pages that are built in a folder. */
export async function pageErrors(folder: string): Promise<Finding[]> {
  const html = readFileSync(`${folder}/index.html`, 'utf8');
  const page = parse(html);
  const findings = [
    ...sectionErrors(page),
    ...contentErrors(page),
    ...formErrors(page),
    ...firstViewErrors(page, html),
  ];
  const notFound = parse(readFileSync(`${folder}/404.html`, 'utf8'));
  for (const [document, file] of [
    [page, pageFile],
    [notFound, 'src/pages/404.astro'],
  ] as const)
    for await (const finding of addressErrors(document, folder, file))
      findings.push(finding);
  return [...findings, ...(await htmlErrors(page, html))];
}

/** The sections whose id is not the name of their file. The check and a preview find the file by the id. */
export function* idErrors(): Generator<Finding> {
  for (const file of globSync('src/sections/*.astro')) {
    const name = basename(file, '.astro').toLowerCase();
    // The id of the first tag behind the frontmatter. The footer's has none.
    const [, id = name] =
      /---[^]*?---\s*<\w+[^>]*?\sid=["']([^"']*)/.exec(
        readFileSync(file, 'utf8'),
      ) ?? [];
    if (id.replaceAll('-', '') !== name)
      yield {
        location: locationOfPattern(/\sid=["']/, file) ?? file,
        message: `The id of a section is its file's name in small letters: write id="${name}".`,
      };
  }
}

function* sectionErrors(page: HTMLElement): Generator<Finding> {
  const required = requiredSections.map(({ id }) => id);
  const shown = page
    .querySelectorAll('main section')
    .map(({ id }) => id)
    .filter((id) => required.includes(id));
  if (shown.join() === required.join()) return;
  yield {
    location: locationOfPattern(/<main/, pageFile) ?? pageFile,
    message: `<main> must hold the sections ${required.join(', ')}, in this order; it holds ${shown.join(', ')}. Others may be between them.`,
  };
}

/** The cards, the form and the fixed texts that each section must have. */
function* contentErrors(page: HTMLElement): Generator<Finding> {
  for (const { id, cards = 0, form, texts = [] } of requiredSections) {
    const section = page.getElementById(id);
    const location = sectionFile(id) ?? pageFile;
    if (!section) continue;
    const { length } = section.querySelectorAll('h3');
    if (length < cards)
      yield {
        location,
        message: `This section shows ${length} cards, and ${cards} are the least: bring one back.`,
      };
    if (form && !section.querySelector(`#${form} form`)) {
      yield {
        location,
        message: `This section must hold the form, <Waitlist id="${form}">.`,
      };
      // The missing texts may have been in it.
      continue;
    }
    for (const name of texts)
      if (!section.textContent.includes(fixedTexts[name]))
        yield {
          location,
          message: `This section must say "${fixedTexts[name]}": put {fixedTexts.${name}} back.`,
        };
  }
}

/** The header's button, the probe and the tests know two forms. */
function* formErrors(page: HTMLElement): Generator<Finding> {
  const known = requiredSections.map(
    ({ id, form }) => form && page.querySelector(`#${id} #${form} form`),
  );
  for (const form of page.querySelectorAll('form'))
    if (!known.includes(form))
      yield {
        location: locationOf(form),
        message:
          'This form is one too many: the page has two, join and join-beta. Leave it out, or link to one of them: <a href="#join">.',
      };
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
    if (reason)
      yield {
        location: locationOf(element, file),
        message: `"${src ?? href}" ${reason}`,
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
      message: `The page up to its first form has ${bytes} bytes when compressed, and ${maxFirstViewBytes} arrive at once: shorten the words above the form.`,
    };
}

/** What html-validate says of the page, by the rules in `.htmlvalidate.json`. */
async function htmlErrors(
  page: HTMLElement,
  html: string,
): Promise<Iterable<Finding>> {
  const validator = new HtmlValidate(new FileSystemConfigLoader());
  const { results } = await validator.validateString(html, 'dist/index.html');
  const findings = new Map<string, Finding>();
  for (const { ruleId, message, offset } of results[0]?.messages ?? []) {
    // The innermost element around the offset: the last of those, since it begins last.
    const element = page
      .querySelectorAll('*')
      .findLast(({ range: [from, to] }) => from <= offset && offset < to);
    const location = element ? locationOf(element) : pageFile;
    // Further messages of a rule in the same line mostly follow from the first.
    const key = `${location} ${ruleId}`;
    if (findings.has(key)) continue;
    const text = element?.textContent.trim().replace(/\s+/g, ' ').slice(0, 60);
    const at = text ? `, at "${text}"` : '';
    findings.set(key, { location, message: `${message}${at}.` });
  }
  return findings.values();
}
