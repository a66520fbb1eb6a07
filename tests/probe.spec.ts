import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { listen } from '../local/listen.ts';
import { cleanEnvironment } from './helpers/environment.ts';
import { test } from './helpers/fixtures.ts';
import { answering } from './helpers/http.ts';
import { defaults, type SiteServer } from './helpers/server.ts';

/** Runs the probe in a folder; resolves to its exit code and its output. */
async function probe(site: string, settings = {}, cwd = '.') {
  const script = resolve('scripts/owner/probe.ts');
  const options = { cwd, env: cleanEnvironment(settings) };
  const child = execFile(process.execPath, [script, site], options);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: string) => (output += text));
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Expects that the probe fails, and that these rows have a ✗, and no others. */
async function expectMistakes(
  rows: string[],
  ...options: Parameters<typeof probe>
): Promise<void> {
  const { code, output } = await probe(...options);
  expect(output.match(/^✗.*$/gm)).toEqual(
    rows.map((row) => expect.stringMatching(RegExp(`^✗ ${row}$`))),
  );
  expect(code).toBe(1);
}

const countForms = ({ builtPage }: SiteServer) =>
  readFileSync(builtPage, 'utf8').split('<form').length - 1;

const settingsOf = ({ backendUrl }: SiteServer) => ({
  SUPABASE_URL: backendUrl,
  SUPABASE_PUBLISHABLE_KEY: defaults.publishableKey,
});

test('the probe passes on the built site, and adds no row', async ({
  server,
  database,
}) => {
  const { code, output } = await probe(server.url, settingsOf(server));
  expect(output).toMatch(/^(✓ .+\n)+$/);
  expect(output).toContain('unsigned insert');
  expect(output.match(/insert of form/g)).toHaveLength(countForms(server));
  expect(code).toBe(0);
  expect(await server.rows()).toEqual([]);
  const { rows } = await database.query('table private.recent_signup');
  expect(rows).toEqual([]);
});

test('the probe reports that the database takes unsigned requests', async ({
  server,
  database,
}) => {
  const rows = ['unsigned insert .* 400 23514'];
  await database.query('select private.require_signature(null)');
  try {
    await expectMistakes(rows, server.url, settingsOf(server));
    expect(await server.rows()).toEqual([]);
  } finally {
    const secret = process.env['WAITLIST_SIGNING_SECRET'];
    await database.query('select private.require_signature($1)', [secret]);
  }
});

/** The beginning of a legacy key of Supabase, a JWT. */
const legacyKey = (role: string) =>
  ['{"alg":"HS256"}', `{"iss":"supabase","role":"${role}"}`]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

for (const [name, key, rows] of [
  ['a secret key', 'sb_secret_x', ['secret keys .* sb_secret_… at http.*']],
  [
    'a legacy secret key',
    legacyKey('service_role'),
    ['secret keys .* service_role… at http.*'],
  ],
  ['no legacy public key', legacyKey('anon'), []],
] as const)
  test(`the probe reports a script that the policy forbids, and in it ${name}`, async ({
    server,
  }) => {
    const html = readFileSync(server.builtPage, 'utf8');
    const script = `<script>go("${key}")</script></head>`;
    writeFileSync(server.builtPage, html.replace('</head>', script));
    const refused =
      'errors in the console .* Executing inline script violates .* at http.*';
    await expectMistakes([...rows, refused], server.url);
  });

for (const [answer, listener] of [
  ['401 {"message":"no"}', answering(401, '{"message":"no"}')],
  ['net::ERR_EMPTY_RESPONSE', (_request, response) => response.destroy()],
] satisfies [string, RequestListener][])
  test(`the probe reports inserts with the answer ${answer}`, async ({
    server,
  }) => {
    server.answerInsertsWith(listener);
    const rows = Array.from(
      { length: countForms(server) },
      (_, index) => `insert of form ${index + 1} .* ${answer} at .*`,
    );
    await expectMistakes(rows, server.url);
  });

test('the probe reports a header unlike netlify.toml', async ({ server }) => {
  const folder = dirname(server.builtPage);
  writeFileSync(
    join(folder, 'netlify.toml'),
    '[[headers]]\nfor = "/*"\n[headers.values]\nX-Content-Type-Options = "sniff"',
  );
  const rows = ['headers .* X-Content-Type-Options: nosniff at http.*'];
  await expectMistakes(rows, server.url, {}, folder);
});

test('the probe reports a URL without the page', async () => {
  const { url, close } = await listen(answering(502, '<html>', 'text/html'));
  try {
    await expectMistakes([`page .* 502 HTML at ${url}/`], url);
  } finally {
    await close();
  }
  expect(await probe(url)).toEqual({
    code: 1,
    output: `page.goto: net::ERR_CONNECTION_REFUSED at ${url}/\n`,
  });
});
