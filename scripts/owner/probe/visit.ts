import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { HeadersHandler } from '@netlify/headers';
import { parse } from 'node-html-parser';
import { responseTimeout } from '../../../src/settings/response-timeout.ts';
import { isSecretKey } from '../../../src/settings/supabase.ts';
import { request, type Answer } from '../request.ts';

/** A file that a page or a script names in quotes, or a style in `url(…)`. */
const namedFile = /["'(](\.?\/[\w./-]+\.(?:js|png|svg|woff2))["')]/g;

/**
 * Loads the page and all files that it or one of its scripts names: the scripts of the
 * islands, the typeface, the images.
 *
 * @returns the page, then the files
 * @throws an Error of one line that says what would not work in a visitor's browser.
 */
export async function visit(address: string): Promise<[Answer, ...Answer[]]> {
  const page = await load(address);
  checkPage(page);
  const answers: [Answer, ...Answer[]] = [page];
  const addresses = new Set(filesOf(page));
  for (const file of addresses) {
    const answer = await load(file);
    answers.push(answer);
    for (const named of filesOf(answer)) addresses.add(named);
  }
  return answers;
}

function filesOf({ url, text }: Answer): string[] {
  const paths = [...text.matchAll(namedFile)];
  return paths.map(([, path = '']) => new URL(path, url).href);
}

/** @throws an Error of one line if there is no page or, by the end of its name, no such file. */
async function load(address: string): Promise<Answer> {
  const answer = await request(address, { timeout: responseTimeout });
  const type = answer.headers.get('content-type') ?? 'no type';
  const [, extension = 'html'] =
    /\/.*\.(\w+)$/.exec(new URL(address).pathname) ?? [];
  const format = extension === 'js' ? 'javascript' : extension;
  if (answer.status === 200 && type.includes(format)) return answer;
  throw new Error(
    `${answer.url} answers ${String(answer.status)} and ${type} in the place of ${format}`,
  );
}

/** A browser runs and applies nothing inline whose hash the policy does not hold. */
function checkPage({ url, text }: Answer): void {
  const page = parse(text);
  const fields = page.querySelectorAll('astro-island form input[type=email]');
  if (fields.length !== 2)
    throw new Error(`${url} has ${fields.length} of the 2 waitlist forms`);
  const inline = 'script:not([src]):not([type*=json]), style';
  for (const { rawTagName, innerHTML } of page.querySelectorAll(inline)) {
    const hash = createHash('sha256').update(innerHTML).digest('base64');
    if (!text.includes(`'sha256-${hash}'`))
      throw new Error(
        `${url} has an inline ${rawTagName} that its own policy forbids`,
      );
  }
}

/**
 * The public key in the page's scripts, in one of Supabase's two forms.
 *
 * @throws an Error of one line if there is none, or if one opens the list to everyone.
 */
export function shippedKey(answers: [Answer, ...Answer[]]): string {
  const [{ url }] = answers;
  const form = /\bsb_(?:publishable|secret)_[\w-]+|\beyJ[\w-]+(?:\.[\w-]+){2}/g;
  const keys = answers.flatMap(({ text }) => text.match(form) ?? []);
  if (keys.some(isSecretKey))
    throw new Error(
      `${url} gives every visitor a key that opens the whole list: revoke it in Supabase, now, and build with the publishable key`,
    );
  if (keys[0]) return keys[0];
  throw new Error(`${url} holds no public key of Supabase's`);
}

/**
 * Checks that every file comes with the headers that netlify.toml asks for.
 *
 * @throws an Error of one line that names the first header that is missing or has another value.
 */
export async function checkHeaders(answers: Answer[]): Promise<void> {
  const projectDir = fileURLToPath(new URL('../../..', import.meta.url));
  const wanted = new HeadersHandler({
    configPath: `${projectDir}netlify.toml`,
    projectDir,
    logger: console,
  });
  // Spaces mean nothing around a header's commas.
  const compact = (value: string) => value.replaceAll(' ', '');
  for (const { url, headers } of answers)
    for (const [name, value] of Object.entries(
      await wanted.apply(new Request(url)),
    )) {
      const given = headers.get(name) ?? 'nothing';
      if (compact(given) !== compact(value))
        throw new Error(
          `${url} comes with ${name}: ${given}, but netlify.toml says: ${value}`,
        );
    }
}
