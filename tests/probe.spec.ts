import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { listen } from '../local/listen.ts';
import { cleanEnvironment } from './helpers/environment.ts';
import { test } from './helpers/fixtures.ts';
import { answering } from './helpers/http.ts';
import { keys, type Site } from './helpers/site.ts';

/** Runs the probe; resolves to its exit code, its rows with ✗ and its whole output. */
function probe(address: string, settings: NodeJS.ProcessEnv = {}) {
  return new Promise<{ code: number | null; failed: string[]; output: string }>(
    (resolve) => {
      const child = execFile(
        process.execPath,
        ['scripts/owner/probe.ts', address],
        { env: cleanEnvironment(settings) },
        (_error, stdout, stderr) => {
          const output = stdout + stderr;
          const failed = output.match(/^✗.*$/gm) ?? [];
          resolve({ code: child.exitCode, failed, output });
        },
      );
    },
  );
}

const settingsOf = (site: Site) => ({
  SUPABASE_URL: site.backendUrl,
  SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
});

test('the probe passes on the built site, and adds no row', async ({
  site,
  database,
}) => {
  const { code, output } = await probe(site.url, settingsOf(site));
  expect(output).toMatch(/^(✓ .+\n){12}$/);
  expect(code).toBe(0);
  expect(await site.rows()).toEqual([]);
  const { rows } = await database.query('table private.recent_signup');
  expect(rows).toEqual([]);
});

test('the probe reports that the database takes unsigned requests', async ({
  site,
  database,
}) => {
  await database.query('select private.require_signature(null)');
  const { code, failed } = await probe(site.url, settingsOf(site));
  const secret = process.env['WAITLIST_SIGNING_SECRET'];
  await database.query('select private.require_signature($1)', [secret]);
  const row = /^✗ unsigned insert .* 400 23514$/;
  expect(failed).toEqual([expect.stringMatching(row)]);
  expect(code).toBe(1);
  expect(await site.rows()).toEqual([]);
});

/** Adds an element to the page's head. */
const addToHead = ({ pageFile }: Site, element: string) =>
  writeFileSync(
    pageFile,
    readFileSync(pageFile, 'utf8').replace('</head>', `${element}</head>`),
  );

/** The two rows of the inserts, with this answer. */
const insertRows = (answer: string) =>
  ['first', 'second'].map(
    (form) => `insert of the ${form} form .* ${answer} at .*/rest/v1/waitlist`,
  );

const mistakes: [
  name: string,
  make: (site: Site) => unknown,
  failedRows: string[],
][] = [
  [
    'a script that the policy forbids',
    (site) => addToHead(site, '<script>go()</script>'),
    ['errors in the console .* Executing inline script violates .* at http.*'],
  ],
  [
    'a secret key in the page',
    (site) => addToHead(site, '<meta name="sb_secret_x">'),
    ['secret keys .* sb_secret_… at http.*'],
  ],
  [
    'no public key in the page',
    ({ pageFile }) => {
      for (const file of globSync(join(pageFile, '../_astro/*.js'))) {
        const script = readFileSync(file, 'utf8');
        writeFileSync(file, script.replaceAll(keys.publishableKey, ''));
      }
    },
    insertRows('401 {"message":"Invalid API key"}'),
  ],
  [
    'a broken connection',
    (site) =>
      site.answerInsertsWith((_request, response) => response.destroy()),
    insertRows('net::ERR_EMPTY_RESPONSE'),
  ],
];
for (const [name, make, failedRows] of mistakes)
  test(`the probe reports ${name}`, async ({ site }) => {
    await make(site);
    const answer = await probe(site.url);
    expect(answer.failed).toEqual(
      failedRows.map((row) => expect.stringMatching(RegExp(`^✗ ${row}$`))),
    );
    expect(answer.code).toBe(1);
    expect(await site.rows()).toEqual([]);
  });

test('the probe reports a header with another value', async ({ site }) => {
  const { url, close } = await listen((request, response) => {
    const { url: path, method, headers } = request;
    const outgoing = forward(site.url + path, { method, headers }, (answer) => {
      const changed = { ...answer.headers, 'x-content-type-options': 'sniff' };
      answer.pipe(response.writeHead(answer.statusCode ?? 0, changed));
    });
    request.pipe(outgoing);
  });
  const { failed } = await probe(url);
  await close();
  expect(failed).toEqual([
    expect.stringMatching(/headers .* X-Content-Type-Options: sniff at http/),
  ]);
});

test('the probe prints one line if there is no page', async () => {
  const { url, close } = await listen(answering(502, '<html>', 'text/html'));
  const answer = await probe(url);
  expect(answer.failed).toEqual([
    expect.stringContaining(`502 HTML at ${url}/`),
  ]);
  await close();
  expect(await probe(url)).toEqual({
    code: 1,
    failed: [],
    output: `page.goto: net::ERR_CONNECTION_REFUSED at ${url}/\n`,
  });
});
