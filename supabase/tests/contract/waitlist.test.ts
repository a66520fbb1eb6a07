import { describe, expect, test } from 'vitest';
import { useBackend } from './backend.ts';

const { call, address, stored, secretKey } = useBackend();
const referrer = 'https://briefloom.example/?utm_source=contract#join';

function failure(code: string, message: unknown = expect.any(String)) {
  return {
    code,
    message,
    details: expect.toSatisfy(isTextOrNull),
    hint: expect.toSatisfy(isTextOrNull),
  };
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

describe('a signup', () => {
  test.for([undefined, 'return=minimal'])(
    'is answered with 201 and nothing more (Prefer: %s)',
    async (prefer) => {
      const email = address();
      const answer = await call({
        headers: prefer ? { prefer } : {},
        body: { email, referrer },
      });
      expect(answer.status).toBe(201);
      expect(answer.text).toBe('');
      expect(answer.headers.get('content-type')).toBeNull();
      expect(answer.headers.get('location')).toBeNull();
      expect(answer.headers.get('content-range')).toBe('*/*');
      expect(await stored(email)).toEqual([{ email, referrer }]);
    },
  );

  test('is refused when the address is known, whatever its case', async () => {
    const email = address();
    await call({ body: { email, referrer } });
    for (const known of [email, email.toUpperCase()]) {
      const answer = await call({ body: { email: known, referrer } });
      expect(answer.status).toBe(409);
      expect(answer.json).toEqual(
        failure(
          '23505',
          'duplicate key value violates unique constraint "waitlist_email_key"',
        ),
      );
    }
    expect(await stored(email, email.toUpperCase())).toHaveLength(1);
  });

  test('may come as JSON without a content type', async () => {
    const email = address();
    const body = new TextEncoder().encode(JSON.stringify({ email, referrer }));
    const answer = await call({ withoutType: true, body });
    expect(answer.status).toBe(201);
    expect(await stored(email)).toEqual([{ email, referrer }]);
  });

  test('may come as a form', async () => {
    const email = address('*+tag@contract.example');
    const answer = await call({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email, referrer }).toString(),
    });
    expect(answer.status).toBe(201);
    expect(await stored(email)).toEqual([{ email, referrer }]);
  });

  test.for(['*@localhost', '*+tag@É.example', "*.o'brien@a-b.xn--9ca.example"])(
    'takes an address that a browser lets through: %s',
    async (template) => {
      const email = address(template);
      const answer = await call({ body: { email, referrer } });
      expect(answer.status).toBe(201);
      expect(await stored(email)).toEqual([{ email, referrer }]);
    },
  );
});

describe('several rows at once', () => {
  test('are all added', async () => {
    const rows = [address(), address()].map((email) => ({ email, referrer }));
    const answer = await call({ body: rows });
    expect(answer.status).toBe(201);
    expect(answer.text).toBe('');
    expect(await stored(...rows.map(({ email }) => email))).toEqual(rows);
  });

  test('may have their columns named, as a Supabase client does', async () => {
    const rows = [
      { email: address(), referrer },
      { email: address(), id: 1 },
    ];
    const answer = await call({
      path: '/rest/v1/waitlist?columns="email","referrer"',
      body: rows,
    });
    expect(answer.status).toBe(201);
    expect(await stored(...rows.map(({ email }) => email))).toEqual(
      rows.map(({ email, referrer = null }) => ({ email, referrer })),
    );
  });

  test('are not added at all when one is refused', async () => {
    const email = address();
    const answer = await call({
      body: [
        { email, referrer },
        { email: 'nobody', referrer },
      ],
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(failure('23514'));
    expect(await stored(email)).toEqual([]);
  });

  test('must have the same keys', async () => {
    const email = address();
    const answer = await call({
      body: [{ email, referrer }, { email: address() }],
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(
      failure('PGRST102', 'All object keys must match'),
    );
    expect(await stored(email)).toEqual([]);
  });

  test.for(['[]', '5', 'null', '"email"'])('may be none: %s', async (body) => {
    const answer = await call({ body });
    expect(answer.status).toBe(201);
    expect(answer.text).toBe('');
  });

  test('count one by one against the limit of an address', async () => {
    const emails = Array.from({ length: 31 }, () => address());
    const answer = await call({
      body: emails.map((email) => ({ email, referrer })),
    });
    expect(answer.status).toBe(429);
    expect(answer.headers.get('content-type')).toBe(
      'application/json; charset=utf-8',
    );
    expect(answer.json).toEqual(
      failure('PT429', 'Too many signups from this address'),
    );
    expect(await stored(...emails.slice(0, 5))).toEqual([]);
  });
});

describe('a row that is no signup', () => {
  test.for([
    ['null', { email: null }, '23502'],
    ['no address', { referrer }, '23502'],
    ['nothing', {}, '23502'],
    ['an empty address', { email: '' }, '23514'],
    ['no @', { email: 'nobody' }, '23514'],
    ['two @', { email: 'a@b@contract.example' }, '23514'],
    ['white space', { email: 'a b@contract.example' }, '23514'],
    ['white space of another script', { email: 'a@b\u3000c' }, '23514'],
    ['a line break', { email: 'a@contract.example\n' }, '23514'],
    ['a control character', { email: 'a\u0007@contract.example' }, '23514'],
    ['an empty label', { email: 'a@contract..example' }, '23514'],
    [
      '255 octets',
      {
        email: `a@${'b'.repeat(49)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(75)}`,
      },
      '23514',
    ],
    ['60,000 octets', { email: `a@${'b'.repeat(60_000)}` }, '23514'],
    ['a NUL', { email: 'a\u0000@contract.example' }, '22P05'],
    [
      'a NUL in the referrer',
      { email: 'a@contract.example', referrer: '\u0000' },
      '22P05',
    ],
    [
      'an endless referrer',
      { email: 'a@contract.example', referrer: 'x'.repeat(32_769) },
      '23514',
    ],
    ['an object', { email: { a: 1 } }, '23514'],
    ['a number', { email: 1e300 }, '23514'],
  ] as const)('is refused: %s', async ([, body, code]) => {
    const answer = await call({ body });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(failure(code));
    expect(answer.text).not.toContain('Failing row');
  });
});

describe('a body that cannot be read', () => {
  test.for([
    ['empty', ''],
    ['cut', '{"email":"a@contract.example"'],
    ['no JSON', 'email'],
    ['not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ] as const)('is refused: %s', async ([, body]) => {
    const answer = await call({ body });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(failure('PGRST102', 'Empty or invalid json'));
  });

  test('is refused as text', async () => {
    const answer = await call({
      headers: { 'content-type': 'text/plain' },
      body: { email: address() },
    });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(
      failure('PGRST102', 'Content-Type not acceptable: text/plain'),
    );
  });
});

describe('the public key', () => {
  const denied = failure('42501', 'permission denied for table waitlist');

  test.for(['return=representation', 'return=headers-only'])(
    'gets no row back with %s',
    async (prefer) => {
      for (const select of ['', '?select=email', '?select=']) {
        const email = address();
        const answer = await call({
          path: `/rest/v1/waitlist${select}`,
          headers: { prefer },
          body: { email, referrer },
        });
        expect(answer.status).toBe(401);
        expect(answer.json).toEqual(denied);
        expect(await stored(email)).toEqual([]);
      }
    },
  );

  test.for(['resolution=ignore-duplicates', 'resolution=merge-duplicates'])(
    'cannot ask for %s',
    async (prefer) => {
      const known = address();
      await call({ body: { email: known, referrer } });
      for (const email of [known, address()]) {
        const answer = await call({
          headers: { prefer },
          body: { email, referrer: 'changed' },
        });
        expect(answer.status).toBe(401);
        expect(answer.json).toEqual(denied);
      }
      expect(await stored(known)).toEqual([{ email: known, referrer }]);
    },
  );

  test.for([{ id: 1 }, { created_at: '2000-01-01' }])(
    'cannot set %o',
    async (column) => {
      const email = address();
      const answer = await call({ body: { email, referrer, ...column } });
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual(denied);
      expect(await stored(email)).toEqual([]);
    },
  );

  test('cannot name a column that is none', async () => {
    const email = address();
    const message =
      "Could not find the 'admin' column of 'waitlist' in the schema cache";
    for (const request of [
      { body: { email, referrer, admin: true } },
      {
        path: '/rest/v1/waitlist?columns=email,admin',
        body: { email, referrer },
      },
    ]) {
      const answer = await call(request);
      expect(answer.status).toBe(400);
      expect(answer.json).toEqual(failure('PGRST204', message));
    }
    expect(await stored(email)).toEqual([]);
  });

  test('cannot smuggle a column past `columns`', async () => {
    const email = address();
    const answer = await call({
      path: '/rest/v1/waitlist?columns=email,created_at',
      body: { email, created_at: '2000-01-01' },
    });
    expect(answer.status).toBe(401);
    expect(await stored(email)).toEqual([]);
  });

  test.for(['', '?select=id', '?select=email&limit=1', '?email=eq.a@b'])(
    'cannot read with GET %s',
    async (query) => {
      const answer = await call({
        method: 'GET',
        path: `/rest/v1/waitlist${query}`,
      });
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual(denied);
    },
  );

  test.for(['PATCH', 'DELETE'])('cannot %s', async (method) => {
    for (const filter of ['?id=gt.0', `?email=eq.${address()}`]) {
      const answer = await call({
        method,
        path: `/rest/v1/waitlist${filter}`,
        ...(method === 'PATCH' && {
          body: { email: address(), referrer: 'changed' },
        }),
      });
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual(denied);
    }
  });

  test.for(['nothing', 'signup_counter', 'schema_migrations', 'pg_class'])(
    'finds no table %s',
    async (table) => {
      const answer = await call({
        path: `/rest/v1/${table}`,
        body: { email: address() },
      });
      expect(answer.status).toBe(404);
      expect(answer.json).toEqual(
        failure(
          'PGRST205',
          `Could not find the table 'public.${table}' in the schema cache`,
        ),
      );
    },
  );

  test.for(['private', 'supabase_migrations', 'pg_catalog'])(
    'is shown no schema %s',
    async (schema) => {
      const insert = await call({
        headers: { 'content-profile': schema },
        body: { email: address() },
      });
      const read = await call({
        method: 'GET',
        headers: { 'accept-profile': schema },
      });
      for (const answer of [insert, read]) {
        expect(answer.status).toBe(406);
        expect(answer.json).toEqual(failure('PGRST106'));
      }
    },
  );
});

describe('nothing is passed over', () => {
  test.for([
    ['GET', '?foo=bar', 400, 'PGRST100'],
    ['POST', '?foo=bar', 400, 'PGRST100'],
    ['DELETE', '?foo=bar', 400, 'PGRST100'],
    ['GET', '?email=up.a', 400, 'PGRST100'],
    ['GET', '?email=in.a', 400, 'PGRST100'],
    ['GET', '?select="', 400, 'PGRST100'],
    ['GET', '?order=email.up', 400, 'PGRST100'],
    ['GET', '?order=', 400, 'PGRST100'],
    ['GET', '?limit=-1', 416, 'PGRST103'],
    ['GET', '?nobody=eq.1', 400, '42703'],
    ['GET', '?select=nobody', 400, '42703'],
    ['GET', '?order=nobody', 400, '42703'],
    ['DELETE', '?nobody=eq.1', 400, '42703'],
    ['GET', '?id=gt.x', 400, '22P02'],
    ['PROPFIND', '', 405, 'PGRST117'],
  ] as const)('in the query: %s %s', async ([method, query, status, code]) => {
    const answer = await call({
      method,
      path: `/rest/v1/waitlist${query}`,
      key: secretKey,
      ...(method === 'POST' && { body: { email: address() } }),
    });
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual(failure(code));
  });

  test.for([
    [{ accept: 'text/html' }, 406, 'PGRST107'],
    [{ prefer: 'handling=strict, foo=bar' }, 400, 'PGRST122'],
  ] as const)('in the headers: %o', async ([headers, status, code]) => {
    const email = address();
    const answer = await call({ headers, body: { email } });
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual(failure(code));
    expect(await stored(email)).toEqual([]);
  });

  test('in the path', async () => {
    const answer = await call({ path: '/rest/v1/waitlist/1', body: {} });
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual(failure('PGRST125'));
  });
});

describe('any other key', () => {
  test.for(['', 'wrong', 'sb_publishable_'])(
    'is refused by the gateway: "%s"',
    async (key) => {
      const email = address();
      const answer = await call({ key, body: { email, referrer } });
      expect(answer.status).toBe(401);
      expect(answer.json).toMatchObject({ message: expect.any(String) });
      expect(await stored(email)).toEqual([]);
    },
  );
});

describe('the secret key', () => {
  test('reads rows by page, in order', async () => {
    const emails = [address(), address(), address()];
    await call({ key: secretKey, body: emails.map((email) => ({ email })) });
    const list = encodeURIComponent(emails.map((email) => `"${email}"`).join());
    const answer = await call({
      method: 'GET',
      path: `/rest/v1/waitlist?select=email&email=in.(${list})&order=created_at.desc,id.desc&limit=2&offset=1`,
      key: secretKey,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-range')).toBe('1-2/*');
    expect(answer.json).toEqual([{ email: emails[1] }, { email: emails[0] }]);
  });

  test('takes off exactly the person who is named, and says who that was', async () => {
    const email = address();
    const neighbour = address();
    await call({ key: secretKey, body: [{ email }, { email: neighbour }] });
    for (const [named, answered] of [
      ['%', []],
      [email.toUpperCase(), [{ email }]],
      [email, []],
    ] as const) {
      const answer = await call({
        path: '/rest/v1/waitlist_removals?select=email',
        key: secretKey,
        headers: { prefer: 'return=representation' },
        body: { email: named },
      });
      expect(answer.status).toBe(201);
      expect(answer.json).toEqual(answered);
    }
    expect(await stored(email, neighbour)).toEqual([
      { email: neighbour, referrer: null },
    ]);
  });

  test.for(['waitlist_totals', 'waitlist_days', 'waitlist_sources'])(
    'reads the report’s %s, which the public key may not',
    async (view) => {
      const path = `/rest/v1/${view}?select=*&limit=1`;
      const answer = await call({ method: 'GET', path, key: secretKey });
      expect(answer.status).toBe(200);
      expect(answer.json).toHaveLength(1);
      const refused = await call({ method: 'GET', path });
      expect(refused.status).toBe(401);
      expect(refused.json).toEqual(
        failure('42501', `permission denied for view ${view}`),
      );
    },
  );

  test('is not limited, but reads no more than 1,000 rows at once', async () => {
    const rows = Array.from({ length: 1001 }, () => ({ email: address() }));
    const { status } = await call({ key: secretKey, body: rows });
    expect(status).toBe(201);
    for (const limit of ['', '&limit=2000']) {
      const answer = await call({
        method: 'GET',
        path: `/rest/v1/waitlist?select=id${limit}`,
        key: secretKey,
      });
      expect(answer.json).toHaveLength(1000);
    }
  });

  test('gets back what it adds and what it takes off', async () => {
    const email = address();
    const headers = { prefer: 'return=representation' };
    const path = '/rest/v1/waitlist?select=email,referrer';
    const added = await call({
      path,
      key: secretKey,
      headers,
      body: { email, referrer },
    });
    expect(added.status).toBe(201);
    const removed = await call({
      method: 'DELETE',
      path: `${path}&email=eq.${email}`,
      key: secretKey,
      headers,
    });
    expect(removed.status).toBe(200);
    for (const { headers, json } of [added, removed]) {
      expect(json).toEqual([{ email, referrer }]);
      expect(headers.get('preference-applied')).toBe('return=representation');
      expect(headers.get('content-range')).toBe('*/*');
    }
    expect(await stored(email)).toEqual([]);
  });

  test('may ask for none of a list', async () => {
    const answer = await call({
      method: 'GET',
      path: '/rest/v1/waitlist?email=in.()',
      key: secretKey,
    });
    expect(answer.json).toEqual([]);
    expect(answer.headers.get('content-range')).toBe('*/*');
  });

  test('changes no row, for nobody needs to', async () => {
    const answer = await call({
      method: 'PATCH',
      path: '/rest/v1/waitlist?id=eq.0',
      key: secretKey,
      body: { referrer: 'changed' },
    });
    expect(answer.status).toBe(403);
    expect(answer.json).toEqual(
      failure('42501', 'permission denied for table waitlist'),
    );
  });
});
