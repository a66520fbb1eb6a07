import { describe, expect, test } from 'vitest';
import { useBackend } from './backend.ts';

const { call, newEmail, stored, publishableKey, secretKey } = useBackend();
const referrer = 'https://briefloom.example/?utm_source=contract#join';

describe('a signup', () => {
  test.for(['*@contract.example', '*+tag@XN--9CA.example'])(
    'is answered with 201 and nothing more: %s',
    async (template) => {
      const email = newEmail(template);
      const { headers, ...answer } = await call({ body: { email, referrer } });
      expect(answer).toEqual({ status: 201, text: '', json: undefined });
      expect([...headers.keys()]).not.toContain('content-type');
      expect([...headers.keys()]).not.toContain('location');
      expect(await stored(email)).toEqual([{ email, referrer }]);
    },
  );

  test('is refused when the e-mail is known, whatever its case', async () => {
    const email = newEmail();
    await call({ body: { email, referrer } });
    for (const known of [email, email.toUpperCase()]) {
      const answer = await call({ body: { email: known, referrer } });
      expect(answer).toMatchObject({
        status: 409,
        json: { code: '23505', details: null, hint: null },
      });
    }
    expect(await stored(email)).toHaveLength(1);
    expect(await stored(email.toUpperCase())).toEqual([]);
  });
});

const owner = { key: secretKey, method: 'GET' };
const textOrNull = expect.toBeOneOf([null, expect.any(String)]);
const path = (rest: string) => `/rest/v1/waitlist${rest}`;

/** The last row of the table. */
const lastRow = async () =>
  (await call({ ...owner, path: path('?order=id.desc&limit=1') })).json;

// prettier-ignore
test.for<[what: string, expected: string, request: (email: string) => Parameters<typeof call>[0]]>([
  ['an e-mail without an @', '400 23514', (email) => ({ body: { email: email.replace('@', '') } })],
  ['a second row', '400 PT400', (email) => ({ body: [{ email }, { email: `b${email}` }] })],
  ['a read with the public key', '401 42501', () => ({ method: 'GET' })],
])('%s is refused with %s', async ([, expected, request]) => {
  const before = await lastRow();
  const { status, text, json } = await call(request(newEmail()));
  expect(json).toEqual({
    code: expect.any(String),
    message: expect.any(String),
    details: textOrNull,
    hint: textOrNull,
  });
  const { code } = json as { code: string };
  expect(`${status} ${code}`).toBe(expected);
  expect(text).not.toContain('contract.example');
  expect(await lastRow()).toEqual(before);
});

// The embedded backend implements none of these, and refuses them in its own words.
test.for([
  ['POST', { prefer: 'return=representation' }],
  ['POST', { prefer: 'resolution=merge-duplicates' }],
  // With the public key each read is refused anyway.
  ['POST', { 'content-profile': 'private' }, secretKey],
  ['GET', { 'accept-profile': 'private' }, secretKey],
  ['PATCH', {}],
  ['DELETE', {}, secretKey],
] as const)('nobody reads or changes a row by %s with %o', async (request) => {
  const [method, headers, key = publishableKey] = request;
  const known = { email: newEmail(), referrer };
  await call({ body: known });
  const filter = method === 'POST' ? '' : `?email=eq.${known.email}`;
  const body = { ...known, referrer: 'changed' };
  const answer = await call({
    method,
    path: path(filter),
    key,
    headers,
    ...(method !== 'GET' && { body }),
  });
  expect([400, 401, 403, 404, 406]).toContain(answer.status);
  expect(await stored(known.email)).toEqual([known]);
});

test
  .skipIf(process.env['CONTRACT_AGAINST'] === 'supabase')
  .for(['limit=1001', 'id=gt.1&id=gt.2', 'id=lt.1', 'order=id.desc.nullslast'])(
  'the embedded backend refuses what it does not implement: %s',
  async (query) => {
    const answer = await call({ ...owner, path: path(`?${query}`) });
    expect(answer).toMatchObject({ status: 400, json: { code: 'PGRST100' } });
  },
);

test.for(['', 'wrong'])('the gateway refuses the key "%s"', async (key) => {
  expect(await call({ body: { email: newEmail() }, key })).toMatchObject({
    status: 401,
    json: { message: expect.any(String) },
  });
});

describe('the secret key', () => {
  test('adds rows, and reads them by page in order', async () => {
    const emails = [newEmail(), newEmail(), newEmail()];
    const body = emails.map((email) => ({ email }));
    expect((await call({ key: secretKey, body })).status).toBe(201);

    async function read(query: string) {
      const path = `/rest/v1/waitlist?select=id,email${query}`;
      const answer = await call({ ...owner, path });
      expect(answer.status).toBe(200);
      return answer.json as { id: number; email: string }[];
    }
    const [last] = await read('&order=created_at.desc,id.desc&limit=1');
    expect(last?.email).toBe(emails.at(-1));
    expect(await read(`&id=gt.${String(last?.id)}`)).toEqual([]);
    const page = await read(`&id=gt.${String((last?.id ?? 0) - 3)}&order=id`);
    expect(page.map(({ email }) => email)).toEqual(emails);
  });

  test('adds of a list only the columns that the query names', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const answer = await call({
      key: secretKey,
      path: path('?columns=%22email%22,%22referrer%22'),
      body: [
        { email: first, referrer },
        { email: second, name: 'Ann' },
      ],
    });
    expect(answer).toMatchObject({ status: 201, text: '' });
    expect(await stored(first)).toEqual([{ email: first, referrer }]);
    expect(await stored(second)).toEqual([{ email: second, referrer: null }]);
  });
});
