import { expect, test } from 'vitest';
import { listen } from '../../../local/listen.ts';
import { waitlistPath } from '../../../src/stores/waitlist-path.ts';
import { answering } from '../../../tests/helpers/http.ts';
import { describeDirectInserts, insertFault } from './insert.ts';

const page = 'https://site.example/';
const insert = {
  url: `https://site.example${waitlistPath}`,
  method: 'POST',
  type: 'fetch',
  requestHeaders: { apikey: 'key' },
  headers: {},
  bytes: 0,
  failure: '',
};

test.for([
  [200, '<html>', '200, the rewrite to Supabase is missing'],
  [201, '', '201, the table has lost its checks'],
  [301, '', '301'],
  [401, '{"message":"Invalid API key"}', '401, Supabase does not know'],
  [400, '{"code":"PGRST204"}', '400 PGRST204, the page sends a field that'],
  [401, '{"code":"42501"}', '401 42501, .* compare the signing secrets'],
] as const)('%i %s is named', ([status, text, line]) => {
  const refused = { ...insert, status: 400, text: '{"code":"23514"}' };
  expect(insertFault(page, [refused, refused])).toBe('');
  expect(insertFault(page, [refused, { ...insert, status, text }])).toMatch(
    new RegExp(`^https://site.example takes no signups: .* answers ${line}`),
  );
});

test('what the database itself answers is named', async () => {
  const { url, close } = await listen(answering(540));
  expect(await describeDirectInserts(url, 'key')).toMatch(
    `${url} itself answers 540, the project is paused`,
  );
  await close();
});
