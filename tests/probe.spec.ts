import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { listen } from '../local/listen';
import { describeDirectInserts } from '../scripts/owner/probe/insert';
import { cleanEnvironment } from './helpers/environment';
import { test } from './helpers/fixtures';
import { answering } from './helpers/http';
import { keys, type Site } from './helpers/site';

/** Runs `npm run probe` as npm does; resolves to its exit code, its output and its complaint. */
function probe(address: string, settings: NodeJS.ProcessEnv = {}) {
  return new Promise<[number, string, string]>((resolve) => {
    execFile(
      process.execPath,
      ['scripts/owner/probe.ts', address],
      { env: cleanEnvironment(settings) },
      (error, output, complaint) => resolve([error ? 1 : 0, output, complaint]),
    );
  });
}

const matching = (text: string) => expect.stringMatching(new RegExp(text));

test('the probe finds all that is promised, that unsigned requests are refused, and leaves nothing', async ({
  site,
  database,
}) => {
  const settings = {
    SUPABASE_URL: site.backendUrl,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
  };
  expect(await probe(site.url, settings)).toEqual([
    0,
    matching(
      `^(✓ .+\n){11}${site.url} takes signups: .+\n${site.backendUrl} takes signed requests only\n$`,
    ),
    '',
  ]);
  expect(await site.rows()).toEqual([]);
  const { rows } = await database.query('table private.recent_signup');
  expect(rows).toEqual([]);
});

test('the probe says that the database takes unsigned requests', async ({
  site,
  database,
}) => {
  await database.query('select private.require_signature(null)');
  const line = await describeDirectInserts(
    site.backendUrl,
    keys.publishableKey,
  );
  const secret = process.env['WAITLIST_SIGNING_SECRET'];
  await database.query('select private.require_signature($1)', [secret]);
  expect(line).toContain('takes unsigned requests as well');
  expect(await site.rows()).toEqual([]);
});

/** Replaces text in the built page. */
function change({ pageFile }: Site, old: string, text: string): void {
  writeFileSync(pageFile, readFileSync(pageFile, 'utf8').replaceAll(old, text));
}

const mistakes: [line: string, make: (site: Site) => void][] = [
  [
    "Executing inline script violates the page's Content Security Policy",
    (site) => change(site, '</head>', '<script>go()</script></head>'),
  ],
  [
    "Applying inline style violates the page's Content Security Policy",
    (site) => change(site, '</head>', '<style>p{}</style></head>'),
  ],
  [
    'gives every visitor a key that opens the whole list',
    (site) => change(site, '</head>', '<meta name="sb_secret_x"></head>'),
  ],
  [
    "holds no public key of Supabase's",
    ({ pageFile }) => {
      for (const file of globSync(join(pageFile, '../_astro/*.js'))) {
        const script = readFileSync(file, 'utf8');
        writeFileSync(file, script.replaceAll(keys.publishableKey, ''));
      }
    },
  ],
  [
    'answers 404 and .* in the place of javascript',
    ({ pageFile }) => {
      for (const file of globSync(join(pageFile, '../_astro/ScrollHeader*')))
        rmSync(file);
    },
  ],
  [
    'takes no signups: /rest/v1/waitlist answers 540, the project is paused',
    (site) => site.answerInsertsWith(answering(540)),
  ],
  [
    'takes no signups: /rest/v1/waitlist broke the connection off',
    (site) =>
      site.answerInsertsWith((_request, response) => response.destroy()),
  ],
];
for (const [line, make] of mistakes)
  test(`the probe says in one line: ${line}`, async ({ site }) => {
    make(site);
    const complaint = `^${site.url}.* ${line}.*\n$`;
    expect(await probe(site.url)).toEqual([
      1,
      matching('^([✓✗] .+\n){11}$'),
      matching(complaint),
    ]);
    expect(await site.rows()).toEqual([]);
  });

test('the probe says in one line why there is no visit', async () => {
  const says = (line: string) => [1, '', matching(`^.*${line}.*\n$`)];
  expect(await probe('briefloom.com')).toEqual(says('Name the site'));

  const { url, close } = await listen(answering(502));
  expect(await probe(url)).toEqual(
    says(`${url}/ answers 502 and application/json in the place of html`),
  );
  expect(await probe(url.replace('http', 'https'))).toEqual(
    says('does not speak https'),
  );
  await close();
  expect(await probe(url)).toEqual(says('refuses connections'));

  const pem = readFileSync('tests/helpers/self-signed.pem');
  const server = createServer({ key: pem, cert: pem }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await probe(`https://localhost:${port}`)).toEqual(
    says('has a certificate that is not trusted \\(ERR_CERT_'),
  );
  server.close();
});

test('the probe says what to install if there is no browser', async () => {
  test.skip(process.platform !== 'linux', 'browsers have fixed places');
  const nothing = { PATH: '', PLAYWRIGHT_BROWSERS_PATH: '/none' };
  expect(
    await probe('https://site.example', { ...nothing, CHROME_PATH: '' }),
  ).toEqual([1, '', matching('^.* install chromium.* CHROME_PATH.*\n$')]);
});

test('the probe names each file and each header that is not right', async () => {
  const form =
    '<form onsubmit="return false"><input type="email" aria-invalid="true"><input type="submit"></form>';
  const files = '<script src="/form.js"></script><img src="/gone.svg">';
  const { url, close } = await listen((request, response) => {
    const isPage = request.url === '/';
    const status = request.url === '/gone.svg' ? 404 : 200;
    answering(
      status,
      isPage ? files + form : '',
      'text/html',
    )(request, response);
  });
  const [, , complaint] = await probe(url);
  await close();
  expect(complaint.split('\n')).toEqual([
    `${url}/form.js answers 200 and text/html in the place of javascript`,
    `${url}/gone.svg answers 404 and text/html in the place of svg`,
    `${url}/ has 1 of the 2 waitlist forms`,
    `${url}/ comes with Content-Security-Policy: nothing, but netlify.toml says: frame-ancestors 'none'`,
    ...Array(4).fill(matching(`^${url}/ comes with .+: nothing`)),
    `${url} takes no signups: a press sends nothing`,
    '',
  ]);
});

test('the probe tells what is not kept, and stores nothing', async ({
  site,
}) => {
  const html = readFileSync(site.pageFile, 'utf8');
  writeFileSync(
    site.pageFile,
    html.replaceAll(/ rel="preload"|(?<=[" ])font-serif/g, ''),
  );
  const [exitCode, output, complaint] = await probe(site.url);
  expect(exitCode).toBe(1);
  expect(output.match(/✗ \w+/g)).toEqual(['✗ typeface']);
  expect(complaint).toBe(
    `${site.url} does not keep all that is promised of it\n`,
  );
  expect(await site.rows()).toEqual([]);
});
