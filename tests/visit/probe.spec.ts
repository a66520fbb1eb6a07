import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { createNetlifySite } from '../../local/netlify';
import { makeCertificate } from '../helpers/certificate';
import { cleanEnvironment } from '../helpers/environment';
import { test } from '../helpers/fixtures';
import { answering } from '../helpers/http';
import { keys } from '../helpers/site';

/** Runs `npm run probe` as npm does; resolves to its exit code, its output and its complaint. */
function probe(options: string[], environment: Record<string, string> = {}) {
  return new Promise<[number, string, string]>((resolve) => {
    execFile(
      process.execPath,
      ['scripts/owner/probe.ts', ...options],
      { env: cleanEnvironment(environment) },
      (error, output, complaint) => resolve([error ? 1 : 0, output, complaint]),
    );
  });
}

const matching = (text: string) => expect.stringMatching(new RegExp(text));

test('the probe leaves nothing, and says whether the database takes unsigned requests', async ({
  site,
  database,
}) => {
  const settings = {
    SUPABASE_URL: site.backendUrl,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
  };
  const takes = (kind: string) => [
    0,
    matching(`^${site.url} takes signups: .+\n.+ takes ${kind}`),
    '',
  ];
  const signed = await probe([site.url], settings);
  await database.query('select private.require_signature(null)');
  const unsigned = await probe([site.url], settings);
  const secret = process.env['WAITLIST_SIGNING_SECRET'];
  await database.query('select private.require_signature($1)', [secret]);
  expect(signed).toEqual(takes('signed requests only'));
  expect(unsigned).toEqual(takes('unsigned requests as well'));

  expect(await site.rows()).toEqual([]);
  const { rows } = await database.query('table private.recent_signup');
  expect(rows).toEqual([]);
});

test('the probe says in one line why it takes no signups', async ({ site }) => {
  const says = (line: string) => [1, '', matching(`^.*${line}.*\n$`)];
  expect(await probe(['briefloom.com'])).toEqual(says('Name the site'));
  site.answerInsertsWith(answering(540));
  expect(await probe([site.url])).toEqual(says('takes no signups: .* 540'));
});

test('a browser finds all that is promised', async () => {
  const { certFile, ...certificate } = makeCertificate();
  const builtSite = createNetlifySite('dist');
  const server = createSecureServer(
    { ...certificate, allowHTTP1: true },
    (request, response) => {
      if (request.method === 'GET') void builtSite(request, response);
      else response.writeHead(400).end('{"code":"23514"}');
    },
  ).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const trust = { NODE_EXTRA_CA_CERTS: certFile };
  const answer = await probe(['-v', `https://localhost:${port}`], trust);
  server.close();
  expect(answer).toEqual([0, matching('^.+\n(✓ .+\n){11}$'), '']);
});

test('a browser tells what is not kept, and stores nothing', async ({
  site,
}) => {
  const html = readFileSync(site.pageFile, 'utf8')
    .replaceAll(/ rel="preload"|(?<=[" ])font-serif/g, '')
    .replace('</head>', '<script src="//elsewhere.example/"></script>$&');
  writeFileSync(site.pageFile, html);
  const [exitCode, output] = await probe(['-v', site.url]);
  expect(exitCode).toBe(1);
  expect(output.match(/✗ \w+/g)).toEqual([
    '✗ protocol',
    '✗ typeface',
    '✗ errors',
  ]);
  expect(output).toMatch(/^ {2}.*elsewhere\.example.*violates/m);
  expect(await site.rows()).toEqual([]);
});
