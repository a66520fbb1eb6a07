import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { listen } from '../local/listen.ts';
import { cleanEnvironment } from './helpers/environment.ts';
import { test } from './helpers/fixtures.ts';
import { answering } from './helpers/http.ts';
import { defaults, type SiteServer } from './helpers/server.ts';

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

const settingsOf = (server: SiteServer) => ({
  SUPABASE_URL: server.backendUrl,
  SUPABASE_PUBLISHABLE_KEY: defaults.publishableKey,
});

test('the probe passes on the built site, and adds no row', async ({
  server,
  database,
}) => {
  const { code, output } = await probe(server.url, settingsOf(server));
  expect(output).toMatch(/^(✓ .+\n){12}$/);
  expect(code).toBe(0);
  expect(await server.rows()).toEqual([]);
  const { rows } = await database.query('table private.recent_signup');
  expect(rows).toEqual([]);
});

test('the probe reports that the database takes unsigned requests', async ({
  server,
  database,
}) => {
  await database.query('select private.require_signature(null)');
  const { code, failed } = await probe(server.url, settingsOf(server));
  const secret = process.env['WAITLIST_SIGNING_SECRET'];
  await database.query('select private.require_signature($1)', [secret]);
  const row = /^✗ unsigned insert .* 400 23514$/;
  expect(failed).toEqual([expect.stringMatching(row)]);
  expect(code).toBe(1);
  expect(await server.rows()).toEqual([]);
});

/** Adds an element to the page's head. */
const addToHead = ({ builtPage }: SiteServer, element: string) =>
  writeFileSync(
    builtPage,
    readFileSync(builtPage, 'utf8').replace('</head>', `${element}</head>`),
  );

/** The two rows of the inserts, with this answer. */
const insertRows = (answer: string) =>
  ['first', 'second'].map(
    (form) => `insert of the ${form} form .* ${answer} at .*/rest/v1/waitlist`,
  );

const mistakes: [
  name: string,
  make: (server: SiteServer) => unknown,
  failedRows: string[],
][] = [
  [
    'a script that the policy forbids',
    (server) => addToHead(server, '<script>go()</script>'),
    ['errors in the console .* Executing inline script violates .* at http.*'],
  ],
  [
    'a secret key in the page',
    (server) => addToHead(server, '<meta name="sb_secret_x">'),
    ['secret keys .* sb_secret_… at http.*'],
  ],
  [
    'no public key in the page',
    ({ builtPage }) => {
      for (const file of globSync(join(builtPage, '../_astro/*.js'))) {
        const script = readFileSync(file, 'utf8');
        writeFileSync(file, script.replaceAll(defaults.publishableKey, ''));
      }
    },
    insertRows('401 {"message":"Invalid API key"}'),
  ],
  [
    'a broken connection',
    (server) =>
      server.answerInsertsWith((_request, response) => response.destroy()),
    insertRows('net::ERR_EMPTY_RESPONSE'),
  ],
];
for (const [name, make, failedRows] of mistakes)
  test(`the probe reports ${name}`, async ({ server }) => {
    await make(server);
    const answer = await probe(server.url);
    expect(answer.failed).toEqual(
      failedRows.map((row) => expect.stringMatching(RegExp(`^✗ ${row}$`))),
    );
    expect(answer.code).toBe(1);
    expect(await server.rows()).toEqual([]);
  });

test('the probe reports a header with another value', async ({ server }) => {
  const { url, close } = await listen((request, response) => {
    const { url: path, method, headers } = request;
    const outgoing = forward(
      server.url + path,
      { method, headers },
      (answer) => {
        const changed = {
          ...answer.headers,
          'x-content-type-options': 'sniff',
        };
        answer.pipe(response.writeHead(answer.statusCode ?? 0, changed));
      },
    );
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
