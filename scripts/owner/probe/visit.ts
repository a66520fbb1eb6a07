import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { HeadersHandler } from '@netlify/headers';
import { init, parse as parseModule } from 'es-module-lexer';
import { parse as parseHtml, type HTMLElement } from 'node-html-parser';
import { responseTimeout } from '../../../src/settings/limits.ts';
import { ownerOfKey } from '../../../src/settings/netlify.ts';
import { request, type Answer } from '../request.ts';

/** The page and all that a visitor's browser loads for it. */
export interface Visit {
  page: Answer;
  /** What is loaded before the visitor's first interaction, without the page itself. */
  files: Answer[];
  /** What the islands then need. */
  scripts: Answer[];
}

/**
 * Loads the page as a visitor's browser does: its forms, what its policy lets run,
 * the scripts of its islands, its typeface and its images.
 *
 * @throws an Error of one line that says what would not work.
 */
export async function visit(address: string): Promise<Visit> {
  const page = await load(address, 'a page');
  const document = parseHtml(page.text);
  checkForms(page, document);
  checkPolicy(page, document);
  return {
    page,
    scripts: await loadScripts(page, document),
    files: await loadFiles(page, document),
  };
}

/** The Content-Type that a browser needs for each kind of file. */
const types = {
  'a page': /^text\/html\b/,
  'a script': /^(?:text|application)\/javascript\b/,
  'a typeface': /^font\/woff2\b/,
  'an image': /^image\//,
};

type Kind = keyof typeof types;

/** @throws an Error of one line if the answer is not of this kind. */
async function load(address: string, kind: Kind): Promise<Answer> {
  const answer = await request(address, { timeout: responseTimeout });
  const type = answer.headers.get('content-type') ?? 'no type';
  if (answer.status !== 200 || !types[kind].test(type)) {
    throw new Error(
      `${answer.url} answers ${String(answer.status)} and ${type} in the place of ${kind}`,
    );
  }
  return answer;
}

function checkForms({ url }: Answer, document: HTMLElement): void {
  const forms = document
    .querySelectorAll('astro-island form')
    .filter((form) => form.querySelector('input[type=email]'));
  if (forms.length !== 2) {
    throw new Error(
      `${url} has ${String(forms.length)} of the 2 waitlist forms`,
    );
  }
}

/** A browser runs and applies nothing inline whose hash the policy does not hold. */
function checkPolicy({ url }: Answer, document: HTMLElement): void {
  const directives = document
    .querySelectorAll('meta[http-equiv=content-security-policy]')
    .flatMap((policy) => policy.getAttribute('content')?.split(';') ?? []);
  const inline = document
    .querySelectorAll('script:not([src]), style')
    .filter((element) => !element.getAttribute('type')?.includes('json'));
  for (const { rawTagName, innerHTML } of inline) {
    const hash = createHash('sha256').update(innerHTML).digest('base64');
    const directive = directives.find((text) =>
      text.trim().startsWith(`${rawTagName}-src `),
    );
    if (!directive?.includes(`'sha256-${hash}'`)) {
      throw new Error(
        `${url} has an inline ${rawTagName} that its own policy forbids`,
      );
    }
  }
}

/** The scripts of the islands, and whatever those import. */
async function loadScripts(
  page: Answer,
  document: HTMLElement,
): Promise<Answer[]> {
  const islands = document.querySelectorAll('astro-island');
  const addresses = new Set(
    islands
      .flatMap((island) => [
        island.getAttribute('component-url'),
        island.getAttribute('renderer-url'),
      ])
      .map((address) => new URL(address ?? '', page.url).href),
  );
  await init;
  const scripts = [];
  for (const address of addresses) {
    const script = await load(address, 'a script');
    scripts.push(script);
    for (const { n: name } of parseModule(script.text)[0])
      if (name) addresses.add(new URL(name, address).href);
  }
  return scripts;
}

/** Typefaces, the icon and images. */
async function loadFiles(
  page: Answer,
  document: HTMLElement,
): Promise<Answer[]> {
  const kinds = new Map<string, Kind>();
  const add = (address = '', kind: Kind) => {
    const { protocol, href } = new URL(address, page.url);
    if (protocol !== 'data:') kinds.set(href, kind);
  };
  for (const { innerHTML } of document.querySelectorAll('style'))
    for (const [, address] of innerHTML.matchAll(/url\(["']?([^"')]+)/g))
      if (address?.endsWith('.woff2')) add(address, 'a typeface');
  for (const link of document.querySelectorAll('link[rel=icon]'))
    add(link.getAttribute('href'), 'an image');
  for (const image of document.querySelectorAll('img:not([loading=lazy])'))
    add(image.getAttribute('src'), 'an image');
  return Promise.all([...kinds].map(([address, kind]) => load(address, kind)));
}

/**
 * The public key in the page's scripts, in one of Supabase's two forms.
 *
 * @throws an Error of one line if there is none, or if one opens the list to everyone.
 */
export function shippedKey({ page, scripts }: Visit): string {
  const keys = [page, ...scripts].flatMap(
    ({ text }) =>
      text.match(
        /\bsb_(?:publishable|secret)_[\w-]+|\beyJ[\w-]+(?:\.[\w-]+){2}/g,
      ) ?? [],
  );
  if (keys.some(ownerOfKey)) {
    throw new Error(
      `${page.url} gives every visitor a key that opens the whole list: revoke it in Supabase, now, and build with the publishable key`,
    );
  }
  const [key] = keys;
  if (key) return key;
  throw new Error(`${page.url} holds no public key of Supabase's`);
}

/**
 * Checks that every file comes with the headers that netlify.toml asks for.
 *
 * @throws an Error of one line that names the first header that is missing or has another value.
 */
export async function checkHeaders(visit: Visit): Promise<void> {
  const projectDir = fileURLToPath(new URL('../../..', import.meta.url));
  const wanted = new HeadersHandler({
    configPath: `${projectDir}netlify.toml`,
    projectDir,
    logger: console,
  });
  for (const { url, headers } of [visit.page, ...visit.files, ...visit.scripts])
    for (const [name, value] of Object.entries(
      await wanted.apply(new Request(url)),
    )) {
      const given = headers.get(name);
      if (compact(given ?? '') !== compact(value)) {
        throw new Error(
          `${url} comes with ${name}: ${given ?? 'nothing'}, but netlify.toml says: ${value}`,
        );
      }
    }
}

/** A header's value without spaces, which mean nothing around its commas. */
function compact(value: string): string {
  return value.replaceAll(' ', '');
}
