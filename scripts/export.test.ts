import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBackend } from '../local/backend.ts';

const keys = { publishableKey: 'public', secretKey: 'secret' };

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** `npm run export`, as npm runs it. */
function runExport(url: string, secretKey = keys.secretKey): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [fileURLToPath(new URL('export.ts', import.meta.url))],
      {
        env: {
          ...process.env,
          SUPABASE_URL: url,
          SUPABASE_SECRET_KEY: secretKey,
        },
        maxBuffer: 2 ** 26,
      },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode, stdout, stderr });
      },
    );
  });
}

describe('from a backend', () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  const rows = Array.from({ length: 2500 }, (_, index) => ({
    email: `visitor-${String(index)}@x.example`,
    referrer: `https://x.example/?n=${String(index)}`,
    created_at: new Date(Date.UTC(2026, 0, 1) - index * 1000).toISOString(),
  }));

  beforeAll(async () => {
    backend = await startBackend({
      ...keys,
      dataDirectory: 'memory://',
      port: 0,
    });
    for (let start = 0; start < rows.length; start += 250) {
      const answer = await insert(rows.slice(start, start + 250));
      expect(answer.status).toBe(201);
    }
  });
  afterAll(() => backend.close());

  function insert(body: object[]) {
    return fetch(`${backend.url}/rest/v1/waitlist`, {
      method: 'POST',
      headers: { apikey: keys.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  test('every row is there, oldest first, in UTC', async () => {
    const { code, stdout, stderr } = await runExport(`${backend.url}/`);
    expect(stdout.split('\r\n')).toEqual([
      'email,referrer,created_at',
      ...rows
        .toReversed()
        .map(({ email, referrer, created_at }) =>
          [email, referrer, created_at].join(),
        ),
      '',
    ]);
    expect(stderr).toContain('1000 signups read\n');
    expect(stderr).toContain('2500 signups exported\n');
    expect(code).toBe(0);
  });

  test('what a spreadsheet would run, or split, is made harmless', async () => {
    await insert([
      {
        email: '=cmd@x.example',
        referrer: '@SUM(1)',
        created_at: '2000-01-01T01:00:00+01:00',
      },
      {
        email: '-1+1@x.example',
        referrer: 'a,"b"\nc',
        created_at: '2000-01-02',
      },
    ]);
    const { stdout } = await runExport(backend.url);
    expect(stdout).toContain(
      `\r\n'=cmd@x.example,'@SUM(1),2000-01-01T00:00:00.000Z\r\n'-1+1@x.example,"a,""b""\nc",2000-01-02T00:00:00.000Z\r\n`,
    );
  });

  test.for(['wrong', keys.publishableKey])(
    'the key "%s" is refused in one line',
    async (key) => {
      expect(await runExport(backend.url, key)).toEqual({
        code: 1,
        stdout: '',
        stderr: `${backend.url} refused the key: set SUPABASE_SECRET_KEY to its secret key.\n`,
      });
    },
  );
});

describe('from what is no backend', () => {
  async function exportFrom(listener: RequestListener): Promise<Run> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      return await runExport(`http://127.0.0.1:${String(port)}`);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }

  const row = {
    id: 1,
    email: 'a@b',
    referrer: null,
    created_at: '2026-01-01T00:00:00+00:00',
  };

  test('no connection is said in one line', async () => {
    const { code, stdout, stderr } = await runExport('http://127.0.0.1:9');
    expect(stderr).toMatch(/^No connection to http:\/\/127.0.0.1:9:.*\n$/);
    expect([code, stdout]).toEqual([1, '']);
  });

  test.for([
    [
      'an error',
      (page: number) =>
        page === 1
          ? { status: 200, body: JSON.stringify([row]) }
          : { status: 500, body: '' },
    ],
    ['another site', () => ({ status: 200, body: '<html>' })],
    ['another shape', () => ({ status: 200, body: '[{"id":"1"}]' })],
  ] as const)('nothing is written after %s', async ([, answer]) => {
    let page = 0;
    const { code, stdout, stderr } = await exportFrom((_request, response) => {
      const { status, body } = answer(++page);
      response.writeHead(status).end(body);
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /did not answer with the waitlist/,
    );
  });

  test('nothing is written when the connection breaks half-way', async () => {
    let page = 0;
    const { code, stdout } = await exportFrom((_request, response) => {
      if (++page === 1) response.end(JSON.stringify([row]));
      else
        response
          .writeHead(200, { 'content-length': '100' })
          .write('[', () => response.destroy());
    });
    expect([code, stdout]).toEqual([1, '']);
  });

  test('a server that gives fewer rows than asked for still gives all', async () => {
    const { code, stdout } = await exportFrom((request, response) => {
      const after = Number(/id=gt\.(\d+)/.exec(request.url ?? '')?.[1]);
      response.end(
        JSON.stringify(after < 3 ? [{ ...row, id: after + 1 }] : []),
      );
    });
    expect(code).toBe(0);
    expect(stdout.match(/a@b,,2026-01-01T00:00:00.000Z/g)).toHaveLength(3);
  });
});
