import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { listen } from '../local/listen.ts';
import { cleanEnvironment } from './helpers/environment.ts';
import { test } from './helpers/fixtures.ts';
import { answering } from './helpers/http.ts';
import { defaults, type SiteServer } from './helpers/server.ts';

/** Runs the probe; resolves to its exit code and its output. */
async function probe(site: string, settings = {}) {
  const command = ['scripts/owner/probe.ts', site];
  const env = cleanEnvironment(settings);
  const child = execFile(process.execPath, command, { env });
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
  // A row's further findings stand on lines of their own, below the first.
  expect(output.replaceAll(/\n +/g, ' ').match(/^✗.*$/gm)).toEqual(
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

/** Adds to the head of the built page. */
function addToHead({ builtPage }: SiteServer, html: string): void {
  const page = readFileSync(builtPage, 'utf8');
  writeFileSync(builtPage, page.replace('</head>', `${html}</head>`));
}

test('the probe passes on a preview without adding a row', async ({
  server,
}) => {
  // Netlify's drawer has errors of its own.
  const drawer = await listen(
    answering(200, 'console.error("no comments")', 'text/javascript'),
  );
  const page = readFileSync(server.builtPage, 'utf8');
  const allowing = page.replace('script-src ', `script-src ${drawer.url} `);
  writeFileSync(server.builtPage, allowing);
  addToHead(server, `<script async src="${drawer.url}/netlify.js"></script>`);
  const { code, output } = await probe(server.url, settingsOf(server));
  await drawer.close();
  expect(output).toMatch(/^(✓ .+\n)+$/);
  expect(output).toContain('unsigned insert');
  expect(output.match(/insert of form/g)).toHaveLength(countForms(server));
  expect(code).toBe(0);
  expect(await server.rows()).toEqual([]);
});

test('the probe reports each mistake of a deploy', async ({
  server,
  database,
}) => {
  addToHead(server, '<script>blocked()</script>');
  const refusal = answering(401, '{"code":"42501","message":"reason"}');
  let inserts = 0;
  server.answerInsertsWith((request, response) => {
    if (inserts++ === 0) refusal(request, response);
    else response.destroy();
  });
  const answers = Array.from(
    { length: countForms(server) },
    (_, index) =>
      `insert of form ${index + 1} .* ${index === 0 ? '401 42501 .*reason.*' : 'net::ERR_EMPTY_RESPONSE'} at .*`,
  );
  const rows = [
    ...answers,
    'errors in the console .* Executing inline script violates .* at http.*',
    'unsigned insert .* 400 23514 .*waitlist_\\w+_check.* at .*',
  ];
  await database.query('select private.require_signature(null)');
  try {
    await expectMistakes(rows, server.url, settingsOf(server));
    expect(await server.rows()).toEqual([]);
  } finally {
    const secret = process.env['WAITLIST_SIGNING_SECRET'];
    await database.query('select private.require_signature($1)', [secret]);
  }
});

test('the probe reports a URL without the page', async () => {
  const { url, close } = await listen(answering(502, '<html>', 'text/html'));
  try {
    // The terminal of the owner's other commands has this setting.
    const settings = { SUPABASE_URL: url };
    await expectMistakes([`page .* 502 HTML at ${url}/`], url, settings);
  } finally {
    await close();
  }
});
