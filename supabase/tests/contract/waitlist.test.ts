import { describe, expect, test } from 'vitest';
import { useBackend } from './backend.ts';

const { call, address, stored, remove, publishableKey, secretKey } =
  useBackend();
const referrer = 'https://briefloom.example/?utm_source=contract#join';

describe('a signup', () => {
  test.for(['*@contract.example', '*+tag@É.example'])(
    'is answered with 201 and nothing more: %s',
    async (template) => {
      const email = address(template);
      const answer = await call({ body: { email, referrer } });
      expect(answer.status).toBe(201);
      expect(answer.text).toBe('');
      expect(answer.headers.get('content-type')).toBeNull();
      expect(answer.headers.get('location')).toBeNull();
      expect(await stored(email)).toEqual([{ email, referrer }]);
    },
  );

  test('is refused when the address is known, whatever its case', async () => {
    const email = address();
    await call({ body: { email, referrer } });
    for (const known of [email, email.toUpperCase()]) {
      const answer = await call({ body: { email: known, referrer } });
      expect(answer.status).toBe(409);
      expect(answer.json).toEqual({
        code: '23505',
        message:
          'duplicate key value violates unique constraint "waitlist_email_key"',
        details: null,
        hint: null,
      });
    }
    expect(await stored(email)).toHaveLength(1);
    expect(await stored(email.toUpperCase())).toEqual([]);
  });
});

const email = 'refused@contract.example';
const signup = { body: { email, referrer } };
const query = (text: string) => ({ path: `/rest/v1/waitlist${text}` });
const owner = { key: secretKey, method: 'GET' };

const refusals: [Parameters<typeof call>[0], number, string, string?][] = [
  // What Postgres refuses
  [{ body: { referrer } }, 400, '23502'],
  [{ body: { email: 'nobody' } }, 400, '23514'],
  [{ body: { email: 'a\u0000@contract.example' } }, 400, '22P05'],
  [
    { body: [signup.body, { ...signup.body, email: 'b@contract.example' }] },
    400,
    'PT400',
    'One signup a request',
  ],

  // Bodies
  [{ body: '{"email":"a@b"' }, 400, 'PGRST102', 'Empty or invalid json'],
  [{ body: [signup.body, { email }] }, 400, 'PGRST102'],
  [
    { ...signup, headers: { 'content-type': 'text/plain' } },
    400,
    'PGRST102',
    'Content-Type not acceptable: text/plain',
  ],

  // What the public key may not
  [{ method: 'GET' }, 401, '42501', 'permission denied for table waitlist'],

  // No option is ignored
  [{ ...signup, ...query('?foo=bar') }, 400, 'PGRST100'],
  [{ ...signup, ...query('/1') }, 404, 'PGRST125'],
  [{ ...owner, ...query('?foo=bar') }, 400, 'PGRST100'],
  [{ ...owner, ...query('?select="') }, 400, 'PGRST100'],
  [{ ...owner, ...query('?order=email.up') }, 400, 'PGRST100'],
  [{ ...owner, ...query('?nobody=eq.1') }, 400, '42703'],
  [{ ...owner, ...query('?id=gt.x') }, 400, '22P02'],
];

test.for(refusals)('%o is refused with %i %s', async (refusal) => {
  const [request, status, code, message = expect.any(String)] = refusal;
  const answer = await call(request);
  expect(answer.status).toBe(status);
  expect(answer.json).toEqual({
    code,
    message,
    details: expect.toSatisfy(isTextOrNull),
    hint: expect.toSatisfy(isTextOrNull),
  });
  expect(answer.text).not.toContain('Failing row');
  expect(await stored(email)).toEqual([]);
});

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

// The embedded backend knows none of these, and says so in its own way.
test.for([
  ['POST', { prefer: 'return=representation' }],
  ['POST', { prefer: 'resolution=merge-duplicates' }],
  ['POST', { 'content-profile': 'private' }],
  ['GET', { 'accept-profile': 'private' }],
  ['PATCH', {}],
  ['DELETE', {}],
  ['PATCH', {}, secretKey],
  ['DELETE', {}, secretKey],
] as const)('nobody reads or changes a row by %s with %o', async (request) => {
  const [method, headers, key = publishableKey] = request;
  const known = { email: address(), referrer };
  await call({ body: known });
  const filter = method === 'POST' ? '' : `?email=eq.${known.email}`;
  const body = { ...known, referrer: 'changed' };
  const answer = await call({
    method,
    ...query(filter),
    key,
    headers,
    ...(method !== 'GET' && { body }),
  });
  expect([400, 401, 403, 404, 406]).toContain(answer.status);
  expect(await stored(known.email)).toEqual([known]);
});

test.for(['', 'wrong'])('the gateway refuses the key "%s"', async (key) => {
  const answer = await call({ ...signup, key });
  expect(answer.status).toBe(401);
  expect(answer.json).toMatchObject({ message: expect.any(String) });
});

describe('the secret key', () => {
  test('adds many rows, and reads them by page in order, at most 1,000 at once', async () => {
    const emails = Array.from({ length: 1001 }, () => address());
    const body = emails.map((email) => ({ email }));
    expect((await call({ key: secretKey, body })).status).toBe(201);

    async function read(query: string) {
      const path = `/rest/v1/waitlist?select=id,email${query}`;
      const answer = await call({ ...owner, path });
      expect(answer.status).toBe(200);
      return answer.json as { id: number; email: string }[];
    }
    expect(await read('')).toHaveLength(1000);
    expect(await read('&limit=2000')).toHaveLength(1000);
    const [last] = await read('&order=created_at.desc,id.desc&limit=1');
    expect(last?.email).toBe(emails.at(-1));
    expect(await read(`&id=gt.${String(last?.id)}`)).toEqual([]);
    const page = await read(`&id=gt.${String((last?.id ?? 0) - 3)}&order=id`);
    expect(page.at(-1)).toEqual(last);
    expect(page.map(({ id }) => id)).toEqual(
      page.map(({ id }) => id).toSorted((one, other) => one - other),
    );
  });

  test('takes off exactly the person who is named, and says who that was', async () => {
    const [email, neighbour] = [address(), address()];
    for (const joining of [email, neighbour])
      await call({ body: { email: joining } });
    for (const [named, removed] of [
      ['%', []],
      [email.toUpperCase(), [{ email }]],
      [email, []],
    ] as const) {
      const answer = await remove(named);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual(removed);
    }
    expect(await stored(neighbour)).toHaveLength(1);
  });
});
