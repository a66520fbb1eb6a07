import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNewDatabase } from '../../tests/helpers/data-folder.ts';
import { createRestApi } from './api.ts';

const publishableKey = 'public';
let database: PGlite;
let api: ReturnType<typeof createRestApi>;

beforeAll(async () => {
  database = await openNewDatabase();
  api = createRestApi(database, { publishableKey, secretKey: 'secret' });
});
afterAll(() => database.close());

let visitors = 0;
/** Sends each request from another IP address, so that no rate limit applies; resolves to status and body. */
async function send(
  method: string,
  query: string,
  headers: Record<string, string>,
  body?: string,
): Promise<[number, string]> {
  visitors++;
  const address = `10.0.${String(visitors >> 8)}.${String(visitors & 255)}`;
  const response = await api.request(`/rest/v1/waitlist${query}`, {
    method,
    headers: { apikey: publishableKey, 'x-forwarded-for': address, ...headers },
    // For bytes, unlike for a string, `Request` adds no content type.
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
  });
  return [response.status, await response.text()];
}

/** The rule for an e-mail address, written again in another way than in the migrations. */
function isAddress(email: string): boolean {
  const [local = '', domain = '', ...rest] = email.split('@');
  return (
    rest.length === 0 &&
    new TextEncoder().encode(email).length <= 254 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(local) &&
    domain
      .split('.')
      .every(
        (label) =>
          [...label].length <= 63 &&
          /^[^-](?:.*[^-])?$/su.test(label) &&
          /^(?:[a-z0-9-]|[^\0-\x7f\p{White_Space}\p{Cc}])+$/iu.test(label),
      )
  );
}

const letters = (characters: string) =>
  fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 });
const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const email = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.stringMatching(/^[a-zA-Z0-9.+_-]{1,12}$/), fc.domain())
      .map((parts) => parts.join('@')),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        letters('aZ09.!+-_ \'"\\\n\0é'),
        fc.constantFrom('@', '@', '@', '@', '', '@@'),
        letters('aB0..--_ é\u00a0\u3000\u{1f600}\u0085\u200b'),
      )
      .map((parts) => parts.join('')),
  },
  anyText,
);
const referrer = fc.oneof(anyText, fc.webUrl({ withFragments: true }));
const row = fc.record({ email, referrer }, { requiredKeys: ['email'] });
const keys = fc.constantFrom('email', 'referrer', 'id', '__proto__', '');
const body = fc.oneof(
  { weight: 8, arbitrary: row.map((value) => JSON.stringify(value)) },
  {
    weight: 4,
    arbitrary: fc
      .dictionary(keys, fc.oneof(email, fc.jsonValue()))
      .map((value) => JSON.stringify(value)),
  },
  fc.json(),
  anyText,
);

/** Random cases per property: few by default, more with FUZZ=10000. */
const numRuns = Number(process.env['FUZZ'] ?? 100);

test('no body causes a server error, and only valid signups are stored, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const [status] = await send('POST', '', {}, sent);
      expect(status).toBeLessThan(500);
      const { rows } = await database.query<{ email: string }>(
        'delete from waitlist returning email, referrer',
      );
      if (status !== 201) expect(rows).toEqual([]);
      for (const { email } of rows) expect(isAddress(email)).toBe(true);
      if (rows.length === 0) return;
      const wanted = [JSON.parse(sent)].flat() as Record<string, unknown>[];
      expect(rows).toEqual(
        wanted.map(({ email, referrer = null }) => ({
          email,
          // A value that is not a string is stored as its JSON text.
          referrer:
            typeof referrer === 'string' || referrer === null
              ? referrer
              : JSON.stringify(referrer),
        })),
      );
    }),
    { numRuns },
  );
}, 600_000);

test('exactly the valid e-mail addresses are accepted', async () => {
  await fc.assert(
    fc.asyncProperty(email, async (value) => {
      const sent = JSON.stringify({ email: value });
      const [status] = await send('POST', '', {}, sent);
      // Postgres accepts neither lone surrogates nor NUL in a text.
      const isText = value.isWellFormed() && !value.includes('\0');
      await database.query('delete from waitlist');
      expect(status).toBe(isText && isAddress(value) ? 201 : 400);
    }),
    { numRuns },
  );
}, 600_000);

test('JSON that is nested too deeply for PGlite does not break it', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  for (const sent of [`{"email":${deep}}`, `{"email":${deep},"email":"a"}`]) {
    expect(await send('POST', '', {}, sent)).toEqual([400, expect.any(String)]);
    const { rows } = await database.query('select 1 as alive');
    expect(rows).toEqual([{ alive: 1 }]);
  }
});

test('a request without a key is refused, even if no secret key is set', async () => {
  const open = createRestApi(database, { publishableKey, secretKey: '' });
  const headers = { apikey: '' };
  const answer = await open.request('/rest/v1/waitlist', { headers });
  expect(answer.status).toBe(401);
});

// Features of PostgREST that nothing here uses, and attempts to inject SQL.
test.for([
  ['GET', '?email=neq.a', {}, 400],
  ['GET', '?email=in.(a)', {}, 400],
  ['GET', '?or=(id.gt.0)', {}, 400],
  ['GET', '?select=1%20from%20waitlist--', {}, 400],
  ['GET', '?%22=eq.1', {}, 400],
  ['GET', '?select=id&select=email', {}, 400],
  ['GET', '?order=email.asc.nullslast', {}, 400],
  ['GET', '?order=id;select', {}, 400],
  ['GET', '?limit=many', {}, 416],
  ['GET', '?offset=1', {}, 400],
  ['GET', '', { range: '0-1' }, 416],
  ['GET', '', { prefer: 'count=exact' }, 400],
  ['POST', '?email=eq.a', {}, 400],
  ['POST', '?columns=email', {}, 400],
  ['POST', '?on_conflict=email', {}, 400],
  ['POST', '', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
] as const)('refused: %s %s %o', async ([method, query, headers, status]) => {
  const all = { apikey: 'secret', ...headers };
  const sent = method === 'GET' ? undefined : '{"email":"a@x.example"}';
  const [answered, text] = await send(method, query, all, sent);
  expect(answered).toBe(status);
  expect(text).toMatch(/^\{"code":"PGRST/);
  const { rows } = await database.query('delete from waitlist returning id');
  expect(rows).toEqual([]);
});
