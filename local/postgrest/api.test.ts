import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../database.ts';
import { createRestApi } from './api.ts';

const publishableKey = 'public';
let database: PGlite;
let api: ReturnType<typeof createRestApi>;

beforeAll(async () => {
  database = await openDatabase('memory://');
  api = createRestApi(database, { publishableKey, secretKey: 'secret' });
});
afterAll(() => database.close());

let visitors = 0;
/** Sends as a visitor of their own, whom no limit has met. */
async function send(
  method: string,
  query: string,
  headers: Record<string, string>,
  body?: string,
) {
  visitors++;
  const address = `10.${String(visitors >> 16)}.${String((visitors >> 8) & 255)}.${String(visitors & 255)}`;
  const response = await api.request(`/rest/v1/waitlist${query}`, {
    method,
    headers: { apikey: publishableKey, 'x-forwarded-for': address, ...headers },
    // Unlike a text, bytes do not make `Request` add a content type.
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
  });
  return { status: response.status, text: await response.text() };
}

/** The contract's rule for an address, written a second time and another way. */
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

const almostAddress = fc
  .tuple(
    fc.string({
      unit: fc.constantFrom(...'aZ09.!+-_ \'"\\\n\0é'),
      maxLength: 8,
    }),
    fc.constantFrom('@', '@', '@', '@', '', '@@'),
    fc.string({
      unit: fc.constantFrom(...'aB0..--_ é\u00a0\u3000\u{1f600}\u0085\u200b'),
      maxLength: 8,
    }),
  )
  .map((parts) => parts.join(''));
const address = fc
  .tuple(fc.stringMatching(/^[a-zA-Z0-9.+_-]{1,12}$/), fc.domain())
  .map((parts) => parts.join('@'));
const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const email = fc.oneof(
  { weight: 4, arbitrary: address },
  { weight: 4, arbitrary: almostAddress },
  { weight: 1, arbitrary: anyText },
);
const referrer = fc.oneof(anyText, fc.webUrl({ withFragments: true }));
const row = fc.record({ email, referrer }, { requiredKeys: ['email'] });
const keys = fc.constantFrom('email', 'referrer', 'id', '__proto__', '');
const body = fc.oneof(
  { weight: 8, arbitrary: row.map((value) => JSON.stringify(value)) },
  {
    weight: 4,
    arbitrary: fc
      .oneof(
        fc.array(row, { maxLength: 4 }),
        fc.dictionary(keys, fc.oneof(email, fc.jsonValue())),
      )
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: anyText },
);

/** Random cases a property: few as a rule, thousands with FUZZ=10000. */
const numRuns = Number(process.env['FUZZ'] ?? 100);

test('whatever is sent, nothing breaks and only signups get in, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const answer = await send('POST', '', {}, sent);
      expect(answer.status).toBeLessThan(500);

      const { rows } = await database.query<{ email: string }>(
        'delete from waitlist returning email, referrer',
      );
      if (answer.status !== 201) expect(rows).toEqual([]);
      for (const { email } of rows) expect(isAddress(email)).toBe(true);
      if (rows.length === 0) return;
      const wanted = [JSON.parse(sent)].flat() as Record<string, unknown>[];
      expect(rows).toEqual(
        wanted.map(({ email, referrer = null }) => ({
          email,
          // Postgres stores what is no string in a text column as the JSON that was sent.
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

test('every address of the contract gets in, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(email, async (value) => {
      const { status } = await send(
        'POST',
        '',
        {},
        JSON.stringify({ email: value }),
      );
      // A surrogate without its other half, and NUL, are no text for Postgres.
      const isText = value.isWellFormed() && !value.includes('\0');
      await database.query('delete from waitlist');
      expect(status).toBe(isText && isAddress(value) ? 201 : 400);
    }),
    { numRuns },
  );
}, 600_000);

describe('a hostile request', () => {
  test.for([
    ['deep arrays', `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['deep objects', `${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}`],
    [
      'deep and hidden',
      `{"email":${'['.repeat(9e3)}${']'.repeat(9e3)},"email":"a"}`,
    ],
  ] as const)('does not break Postgres: %s', async ([, sent]) => {
    expect((await send('POST', '', {}, sent)).status).toBe(400);
    const { rows } = await database.query('select 1 as alive');
    expect(rows).toEqual([{ alive: 1 }]);
  });

  test('has no role without a key, even where the secret key is not set', async () => {
    const open = createRestApi(database, { publishableKey, secretKey: '' });
    const headers = { apikey: '' };
    const answer = await open.request('/rest/v1/waitlist', { headers });
    expect(answer.status).toBe(401);
  });

  test.for([
    '?select=1%20from%20waitlist--',
    '?email=eq.%27%20or%20true--',
    '?%22=eq.1',
    '?order=id;select',
  ])('cannot write SQL with %s', async (injection) => {
    for (const method of ['GET', 'POST']) {
      const { status } = await send(method, injection, {
        prefer: 'return=representation',
      });
      expect([400, 401]).toContain(status);
    }
  });
});

// What PostgREST can do and nobody here asks for.
test.for([
  ['GET', '?email=neq.a', {}, 400],
  ['GET', '?email=in.(a)', {}, 400],
  ['GET', '?or=(id.gt.0)', {}, 400],
  ['GET', '?select=email::text', {}, 400],
  ['GET', '?select=id&select=email', {}, 400],
  ['GET', '?order=email.asc.nullslast', {}, 400],
  ['GET', '?limit=many', {}, 416],
  ['GET', '?offset=1', {}, 400],
  ['GET', '', { accept: 'text/csv' }, 406],
  ['GET', '', { range: '0-1' }, 416],
  ['GET', '', { prefer: 'count=exact' }, 400],
  ['DELETE', '?email=eq.a', {}, 405],
  ['POST', '?email=eq.a', {}, 400],
  ['POST', '?columns=email', {}, 400],
  ['POST', '?on_conflict=email', {}, 400],
  ['POST', '', { prefer: 'resolution=ignore-duplicates' }, 400],
  ['POST', '', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
  ['PATCH', '?id=eq.1', {}, 405],
] as const)(
  'refuses rather than passes over: %s %s %o',
  async ([method, query, headers, status]) => {
    const body = method === 'GET' ? undefined : '{"email":"a@x.example"}';
    const answer = await send(
      method,
      query,
      { apikey: 'secret', ...headers },
      body,
    );
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({
      code: expect.stringMatching(/^PGRST/),
    });
    const { rows } = await database.query(
      "select from waitlist where email = 'a@x.example'",
    );
    expect(rows).toEqual([]);
  },
);
