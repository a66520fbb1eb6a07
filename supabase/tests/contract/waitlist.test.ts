import { describe, expect, test } from 'vitest';
import { useBackend } from './backend.ts';

const { call, address, stored, remove, secretKey } = useBackend();
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
  test.for([
    ['', '*@contract.example'],
    ['return=minimal', '*+tag@É.example'],
  ] as const)(
    'is answered with 201 and nothing more (Prefer: %s)',
    async ([prefer, template]) => {
      const email = address(template);
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
    expect(await stored(email)).toHaveLength(1);
    expect(await stored(email.toUpperCase())).toEqual([]);
  });

  test('may come as JSON without a content type', async () => {
    const email = address();
    const body = new TextEncoder().encode(JSON.stringify({ email, referrer }));
    expect((await call({ body })).status).toBe(201);
    expect(await stored(email)).toEqual([{ email, referrer }]);
  });
});

describe('several rows at once', () => {
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
});

describe('what Postgres refuses is answered 400 with its code', () => {
  test.for([
    ['no address', { referrer }, '23502'],
    ['no syntax of an address', { email: 'nobody' }, '23514'],
    ['60,000 octets', { email: `a@${'b'.repeat(60_000)}` }, '23514'],
    ['an object', { email: { a: 1 } }, '23514'],
    ['a NUL', { email: 'a\u0000@contract.example' }, '22P05'],
  ] as const)('%s', async ([, body, code]) => {
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

  test.for([
    ['return=representation', ''],
    ['return=representation', '?select=email'],
    ['return=representation', '?select='],
  ] as const)(
    'is refused an insert with Prefer: %s %s',
    async ([prefer, query]) => {
      const email = address();
      const answer = await call({
        path: `/rest/v1/waitlist${query}`,
        headers: { prefer },
        body: { email, referrer },
      });
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual(denied);
      expect(await stored(email)).toEqual([]);
    },
  );

  test.for([{ id: 1 }, { created_at: '2000-01-01' }])(
    'cannot set %o',
    async (column) => {
      const answer = await call({ body: { email: address(), ...column } });
      expect(answer.status).toBe(401);
      expect(answer.json).toEqual(denied);
    },
  );

  test('cannot name a column that is none', async () => {
    const answer = await call({ body: { email: address(), admin: true } });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(
      failure(
        'PGRST204',
        "Could not find the 'admin' column of 'waitlist' in the schema cache",
      ),
    );
  });

  test.for([
    ['GET', ''],
    ['GET', '?select=id'],
    ['GET', '?select=email&limit=1'],
    ['GET', '?email=eq.a@b'],
  ] as const)('cannot %s %s', async ([method, query]) => {
    const path = `/rest/v1/waitlist${query}`;
    const answer = await call({ method, path });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual(denied);
  });

  // PostgREST leaves these to Postgres, which refuses them; the embedded backend knows none of them.
  test.for([
    ['POST', 'return=headers-only'],
    ['POST', 'resolution=ignore-duplicates'],
    ['POST', 'resolution=merge-duplicates'],
    ['PATCH', 'return=minimal'],
    ['DELETE', 'return=minimal'],
  ] as const)('changes nothing by %s with %s', async ([method, prefer]) => {
    const known = { email: address(), referrer };
    await call({ body: known });
    const filter = method === 'POST' ? '' : `?email=eq.${known.email}`;
    const answer = await call({
      method,
      path: `/rest/v1/waitlist${filter}`,
      headers: { prefer },
      body: { ...known, referrer: 'changed' },
    });
    expect([400, 401, 405]).toContain(answer.status);
    expect(await stored(known.email)).toEqual([known]);
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
    ['GET', '?email=up.a', 400, 'PGRST100'],
    ['GET', '?select="', 400, 'PGRST100'],
    ['GET', '?order=email.up', 400, 'PGRST100'],
    ['GET', '?order=', 400, 'PGRST100'],
    ['GET', '?limit=-1', 416, 'PGRST103'],
    ['GET', '?nobody=eq.1', 400, '42703'],
    ['GET', '?select=nobody', 400, '42703'],
    ['GET', '?order=nobody', 400, '42703'],
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

test.for(['', 'wrong', 'sb_publishable_'])(
  'any other key is refused by the gateway: "%s"',
  async (key) => {
    const answer = await call({ key, body: { email: address() } });
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ message: expect.any(String) });
  },
);

describe('the secret key', () => {
  test('adds many rows, and reads them by page in order, at most 1,000 at once', async () => {
    const emails = Array.from({ length: 1001 }, () => address());
    const body = emails.map((email) => ({ email }));
    expect((await call({ key: secretKey, body })).status).toBe(201);

    async function read(query: string) {
      const path = `/rest/v1/waitlist?select=id,email${query}`;
      const answer = await call({ method: 'GET', path, key: secretKey });
      expect(answer.status).toBe(200);
      const rows = answer.json as { id: number; email: string }[];
      const range = rows.length ? `0-${String(rows.length - 1)}/*` : '*/*';
      expect(answer.headers.get('content-range')).toBe(range);
      return rows;
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
    for (const [named, answered] of [
      ['%', []],
      [email.toUpperCase(), [{ email }]],
      [email, []],
    ] as const) {
      const answer = await remove(named);
      expect(answer.status).toBe(201);
      expect(answer.json).toEqual(answered);
      expect(answer.headers.get('preference-applied')).toBe(
        'return=representation',
      );
    }
    expect(await stored(neighbour)).toHaveLength(1);
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

  test('changes no row: nobody needs to', async () => {
    const answer = await call({
      method: 'PATCH',
      path: '/rest/v1/waitlist?id=eq.0',
      key: secretKey,
      body: { referrer: 'changed' },
    });
    expect([403, 405]).toContain(answer.status);
  });
});
