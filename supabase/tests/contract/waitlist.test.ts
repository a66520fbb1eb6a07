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

type Request = Parameters<typeof call>[0];

const path = (rest: string) => `/rest/v1/waitlist${rest}`;
const owner = { key: secretKey, method: 'GET' };

/** What is sent, for an address of its own; the status, the code and the message of the answer. */
const refusals: [
  string,
  (email: string) => Request,
  number,
  string,
  string?,
][] = [
  // What Postgres refuses
  ['no email', () => ({ body: { referrer } }), 400, '23502'],
  [
    'an email without an @',
    () => ({ body: { email: 'nobody' } }),
    400,
    '23514',
  ],
  [
    'an invisible character in the domain',
    (email) => ({ body: { email: `${email}\u200b` } }),
    400,
    '23514',
  ],
  ['a NUL', (email) => ({ body: { email: `\u0000${email}` } }), 400, '22P05'],
  [
    'two signups',
    (email) => ({ body: [{ email }, { email: `b${email}` }] }),
    400,
    'PT400',
    'One signup a request',
  ],

  // Bodies
  [
    'half of a JSON',
    () => ({ body: '{"email":"a@b"' }),
    400,
    'PGRST102',
    'Empty or invalid json',
  ],
  [
    'objects with other keys',
    (email) => ({ body: [{ email, referrer }, { email }] }),
    400,
    'PGRST102',
  ],
  [
    'another type',
    (email) => ({ body: { email }, headers: { 'content-type': 'text/plain' } }),
    400,
    'PGRST102',
    'Content-Type not acceptable: text/plain',
  ],
  [
    'an unknown column',
    (email) => ({ body: { email, nobody: '' } }),
    400,
    'PGRST204',
    "Could not find the 'nobody' column of 'waitlist' in the schema cache",
  ],

  // What the public key may not
  [
    'a read',
    () => ({ method: 'GET' }),
    401,
    '42501',
    'permission denied for table waitlist',
  ],

  // No option is ignored
  [
    'an option',
    (email) => ({ body: { email }, path: path('?foo=bar') }),
    400,
    'PGRST100',
  ],
  [
    'a longer path',
    (email) => ({ body: { email }, path: path('/1') }),
    404,
    'PGRST125',
  ],
  [
    "the owner's filter without an operator",
    () => ({ ...owner, path: path('?foo=bar') }),
    400,
    'PGRST100',
  ],
  [
    "the owner's selection in another syntax",
    () => ({ ...owner, path: path('?select="') }),
    400,
    'PGRST100',
  ],
  [
    "the owner's order in another syntax",
    () => ({ ...owner, path: path('?order=email.up') }),
    400,
    'PGRST100',
  ],
  [
    "the owner's filter of an unknown column",
    () => ({ ...owner, path: path('?nobody=eq.1') }),
    400,
    '42703',
  ],
  [
    "the owner's filter by another type",
    () => ({ ...owner, path: path('?id=gt.x') }),
    400,
    '22P02',
  ],
];

test.for(refusals)('refused: %s', async (refusal) => {
  const [, request, status, code, message = expect.any(String)] = refusal;
  const email = address();
  const answer = await call(request(email));
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
    path: path(filter),
    key,
    headers,
    ...(method !== 'GET' && { body }),
  });
  expect([400, 401, 403, 404, 406]).toContain(answer.status);
  expect(await stored(known.email)).toEqual([known]);
});

test.for(['', 'wrong'])('the gateway refuses the key "%s"', async (key) => {
  const answer = await call({ body: { email: address() }, key });
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
