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

/** Unlike a text, bytes do not make `Request` add a content type. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

let visitors = 0;
/** Posts as a visitor of their own, whom no limit has met. */
async function post(
  body: string,
  headers: Record<string, string> = {},
  query = '',
) {
  visitors++;
  const address = `10.${String(visitors >> 16)}.${String((visitors >> 8) & 255)}.${String(visitors & 255)}`;
  const response = await api.request(`/rest/v1/waitlist${query}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'x-forwarded-for': address, ...headers },
    body: bytes(body),
  });
  return { status: response.status, text: await response.text() };
}

/** The contract's rule for an address, written a second time and another way. */
function isAddress(email: string): boolean {
  const [local = '', domain = '', ...rest] = email.split('@');
  const labels = domain.split('.');
  return (
    rest.length === 0 &&
    new TextEncoder().encode(email).length <= 254 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]+$/.test(local) &&
    labels.every(
      (label) =>
        [...label].length >= 1 &&
        [...label].length <= 63 &&
        /^[^-](?:.*[^-])?$/su.test(label) &&
        [...label].every((character) =>
          character < '\x80'
            ? /[a-z0-9-]/i.test(character)
            : !/[\p{White_Space}\p{Cc}]/u.test(character),
        ),
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
const text = fc.oneof(anyText, fc.webUrl({ withFragments: true }));
const row = fc.record({ email, referrer: text }, { requiredKeys: ['email'] });
const body = fc.oneof(
  { weight: 8, arbitrary: row.map((value) => JSON.stringify(value)) },
  {
    weight: 2,
    arbitrary: fc
      .array(row, { maxLength: 4 })
      .map((value) => JSON.stringify(value)),
  },
  {
    weight: 2,
    arbitrary: fc
      .dictionary(
        fc.constantFrom(
          'email',
          'referrer',
          'id',
          'created_at',
          '__proto__',
          '',
        ),
        fc.oneof(email, fc.jsonValue()),
      )
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: anyText },
);
const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'application/x-www-form-urlencoded',
      'text/plain',
    ),
    prefer: fc.constantFrom(
      'return=minimal',
      'return=representation',
      'resolution=merge-duplicates',
      'tx=rollback',
      '=,',
    ),
  },
  { requiredKeys: [] },
);
const query = fc.constantFrom(
  '',
  '',
  '',
  '?columns=email',
  '?columns=id,',
  '?select=*',
  '?select="',
  '?on_conflict=email"',
  '?columns=',
);

/** Random cases per property: few as a rule, thousands with FUZZ=10000. */
const numRuns = Number(process.env['FUZZ'] ?? 100);

test('whatever is sent, nothing breaks and only signups get in, byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(
      body,
      headers,
      query,
      async (sent, sentHeaders, sentQuery) => {
        const answer = await post(sent, sentHeaders, sentQuery);
        expect(answer.status).toBeLessThan(500);

        const { rows } = await database.query<{
          email: string;
          referrer: string | null;
        }>('delete from waitlist returning email, referrer');
        if (answer.status !== 201) expect(rows).toEqual([]);
        for (const { email } of rows) expect(isAddress(email)).toBe(true);

        // What a plain JSON signup says is what is stored, or it is refused.
        const isPlain =
          sentQuery === '' &&
          !sentHeaders['content-type']?.startsWith('application/x');
        if (isPlain && rows.length > 0) {
          const wanted = [JSON.parse(sent)].flat() as Record<string, unknown>[];
          expect(rows).toEqual(
            wanted.map(({ email, referrer }) => ({
              email,
              referrer: expectedReferrer(referrer),
            })),
          );
        }
      },
    ),
    { numRuns },
  );
}, 600_000);

/** Postgres stores what is no string in a text column as the JSON that was sent. */
function expectedReferrer(referrer: unknown): unknown {
  if (referrer === undefined || referrer === null) return null;
  if (typeof referrer === 'string') return referrer;
  return JSON.stringify(referrer);
}

test('every address of the contract gets in, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(email, async (value) => {
      const answer = await post(JSON.stringify({ email: value }));
      // A surrogate without its other half, and NUL, are no text for Postgres.
      const isText = value.isWellFormed() && !value.includes('\0');
      await database.query('delete from waitlist');
      expect(answer.status).toBe(isText && isAddress(value) ? 201 : 400);
    }),
    { numRuns },
  );
}, 600_000);

describe('a hostile request', () => {
  test.for([
    ['deep arrays', `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['deep objects', '{"email":'.repeat(6_000)],
    ['deep rows', '['.repeat(60_000)],
  ] as const)('does not break Postgres: %s', async ([, sent]) => {
    for (const columns of ['', '?columns=email']) {
      expect((await post(sent, {}, columns)).status).toBe(400);
    }
    expect(
      (
        await post(
          JSON.stringify({ email: `${crypto.randomUUID()}@x.example` }),
        )
      ).status,
    ).toBe(201);
  });

  test('has no role without a key, even where the secret key is not set', async () => {
    const { request } = createRestApi(database, {
      publishableKey,
      secretKey: '',
    });
    const answer = await request('/rest/v1/waitlist', {
      headers: { apikey: '' },
    });
    expect(answer.status).toBe(401);
  });

  test.for([
    '?columns=email)%20values%20(1)--',
    '?on_conflict=id)%20do%20nothing--',
    '?select=1%20from%20waitlist--',
    '?email=eq.%27%20or%20true--',
    '?%22=eq.1',
  ])('cannot write SQL with %s', async (injection) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      const response = await api.request(`/rest/v1/waitlist${injection}`, {
        method,
        headers: {
          apikey: publishableKey,
          prefer: 'return=representation, resolution=merge-duplicates',
        },
        ...(method !== 'GET' && { body: bytes('{"email":"sql@x.example"}') }),
      });
      expect([400, 401]).toContain(response.status);
    }
  });
});

// What PostgREST can do and nobody here asks for.
describe('is refused rather than passed over', () => {
  test.for([
    ['GET', '?email=neq.a', {}, 'PGRST100'],
    ['GET', '?email=not.eq.a', {}, 'PGRST100'],
    ['GET', '?or=(id.gt.0)', {}, 'PGRST100'],
    ['GET', '?select=email::text', {}, 'PGRST100'],
    ['GET', '?select=address:email', {}, 'PGRST100'],
    ['GET', '?select=id&select=email', {}, 'PGRST100'],
    ['GET', '?order=email.asc.nullslast', {}, 'PGRST100'],
    ['GET', '?limit=many', {}, 'PGRST103'],
    ['GET', '?email', {}, 'PGRST100'],
    ['GET', '?columns=email', {}, 'PGRST100'],
    ['GET', '', { accept: 'text/csv' }, 'PGRST107'],
    ['GET', '', { accept: 'application/vnd.pgrst.object+json' }, 'PGRST107'],
    ['GET', '', { range: '0-1' }, 'PGRST103'],
    ['GET', '', { prefer: 'count=exact' }, 'PGRST122'],
    ['DELETE', '?email=eq.a&limit=1', {}, 'PGRST100'],
    ['DELETE', '?email=eq.a', { prefer: 'max-affected=1' }, 'PGRST122'],
    ['POST', '?email=eq.a', {}, 'PGRST100'],
    ['POST', '?on_conflict=email', {}, 'PGRST100'],
    ['POST', '', { prefer: 'tx=rollback' }, 'PGRST122'],
    ['POST', '', { prefer: 'missing=default' }, 'PGRST122'],
    ['POST', '', { prefer: 'resolution=ignore-duplicates' }, 'PGRST100'],
    ['POST', '', { 'content-type': 'text/csv' }, 'PGRST102'],
    ['PUT', '?id=eq.1', {}, 'PGRST117'],
    ['OPTIONS', '', {}, 'PGRST117'],
  ] as const)('%s %s %o', async ([method, query, headers, code]) => {
    const answer = await api.request(`/rest/v1/waitlist${query}`, {
      method,
      headers: { apikey: 'secret', ...headers },
      ...(method === 'POST' && { body: bytes('{"email":"a@x.example"}') }),
    });
    expect(await answer.json()).toMatchObject({ code });
    const { rows } = await database.query(
      "select from waitlist where email = 'a@x.example'",
    );
    expect(rows).toEqual([]);
  });
});
