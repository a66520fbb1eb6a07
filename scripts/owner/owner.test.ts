import { execFile } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBackend } from '../../local/backend.ts';
import { listen } from '../../local/listen.ts';
import { answering } from '../../tests/helpers/http.ts';

const keys = { publishableKey: 'public', secretKey: 'secret' };

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command of the owner's as a shell runs it, piped on to another if that is given. */
function run(
  command: 'export' | 'remove' | 'report',
  url: string,
  { secretKey = keys.secretKey, options = [] as string[], pipe = 'cat' } = {},
): Promise<Run> {
  const script = fileURLToPath(new URL(`${command}.ts`, import.meta.url));
  return new Promise((resolve) => {
    const child = execFile(
      'bash',
      [
        '-c',
        `set -o pipefail; "$@" | ${pipe}`,
        '',
        process.execPath,
        script,
      ].concat(options),
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

describe("the owner's commands", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  const rows = Array.from({ length: 1100 }, (_, index) => ({
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
    for (let start = 0; start < rows.length; start += 275) {
      await insert(rows.slice(start, start + 275));
    }
  });
  afterAll(() => backend.close());

  async function insert(body: object[]) {
    const { status } = await fetch(`${backend.url}/rest/v1/waitlist`, {
      method: 'POST',
      headers: { apikey: keys.secretKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(status).toBe(201);
  }

  test('exports every row, oldest first, in UTC', async () => {
    const { code, stdout, stderr } = await run('export', `${backend.url}/`);
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
    expect(stderr).toContain('1100 signups exported\n');
    expect(code).toBe(0);
  });

  test('ends quietly when its reader has read enough', async () => {
    const { stdout, stderr } = await run('export', backend.url, {
      pipe: 'head -n 1',
    });
    expect(stdout).toBe('email,referrer,created_at\r\n');
    expect(stderr).not.toMatch(/EPIPE|Error/);
  });

  test('makes harmless what a spreadsheet would run, or split', async () => {
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
    const { stdout } = await run('export', backend.url);
    expect(stdout).toContain(
      `\r\n'=cmd@x.example,'@SUM(1),2000-01-01T00:00:00.000Z\r\n'-1+1@x.example,"a,""b""\nc",2000-01-02T00:00:00.000Z\r\n`,
    );
  });

  test('reports in 80 columns what the list amounts to, and no address', async () => {
    const day = (ago: number) =>
      new Date(Date.now() - ago * 86_400_000).toISOString();
    const tagged = `https://x.example/?utm_source=${'%E6%97%A5'.repeat(99)}&utm_medium=%1b[2J&utm_campaign=a@x.example`;
    await insert(
      [0, 0, 0, 0, 6, 29].map((ago, index) => ({
        email: `recent-${String(index)}@x.example`,
        referrer: ago === 0 ? tagged : null,
        created_at: day(ago),
      })),
    );
    const { code, stdout } = await run('report', backend.url);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^1,10\d .* 5 .* 6 /);
    const days = stdout.match(/^\d{4}-\d\d-\d\d.*$/gm)?.toReversed();
    expect(days).toHaveLength(30);
    expect(days?.[0]).toBe(`${day(0).slice(0, 10)}       4 ${'█'.repeat(60)}`);
    expect(days?.[1]).toBe(`${day(1).slice(0, 10)}       0`);
    expect(days?.[6]).toBe(`${day(6).slice(0, 10)}       1 ${'█'.repeat(15)}`);
    expect(stdout).toMatch(/^ +1,10\d +99.6% +direct$/m);
    expect(stdout).toMatch(/^ +4 +0.4% +日日日/m);
    expect(stdout).not.toMatch(/[^\P{C}\n]|@/u);
    for (const line of stdout.split('\n')) {
      const wide = line.match(/日/g)?.length ?? 0;
      expect(line.length + wide).toBeLessThanOrEqual(80);
    }
  });

  test('removes the one person who is named', async () => {
    const [removed, again] = [
      await run('remove', backend.url, { options: ['Visitor-7@X.example'] }),
      await run('remove', backend.url, { options: ['visitor-7@x.example'] }),
    ];
    expect(removed).toMatchObject({ code: 0, stderr: '' });
    expect(removed.stdout).toMatch(/^.+\n$/);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toMatch(/^.+\n$/);
    const { stdout } = await run('export', backend.url);
    expect(stdout).not.toContain('\nvisitor-7@');
    expect(stdout).toContain('\nvisitor-77@');
  });

  test.for([[[]], [['']], [['visitor-8@x.example', 'visitor-9@x.example']]])(
    'removes nobody when one address is not what is named: %j',
    async ([options]) => {
      const answer = await run('remove', backend.url, {
        options: options ?? [],
      });
      expect(answer).toMatchObject({ code: 1, stdout: '' });
      expect(answer.stderr).toMatch(/^Name one address.+\n$/);
    },
  );

  test.for(['wrong', keys.publishableKey])(
    'says in one line that the key "%s" is refused',
    async (secretKey) => {
      expect(await run('export', backend.url, { secretKey })).toEqual({
        code: 1,
        stdout: '',
        stderr: `${backend.url} refused the key: set SUPABASE_SECRET_KEY to its secret key.\n`,
      });
    },
  );
});

describe('without a backend', () => {
  async function exportFrom(listener: RequestListener): Promise<Run> {
    const server = await listen(listener);
    try {
      return await run('export', server.url);
    } finally {
      await server.close();
    }
  }

  const row = {
    id: 1,
    email: 'a@b',
    referrer: null,
    created_at: '2026-01-01T00:00:00+00:00',
  };

  test('no connection is said in one line', async () => {
    const { code, stdout, stderr } = await run('export', 'http://127.0.0.1:9');
    expect(stderr).toMatch(/^No connection to http:\/\/127.0.0.1:9:.*\n$/);
    expect([code, stdout]).toEqual([1, '']);
  });

  test.for([
    ['an error', answering(500)],
    ['nothing', answering(404)],
    ['another site', answering(200, '<html>')],
    ['another answer', answering(200, '{}')],
    ['the same answer for ever', answering(200, JSON.stringify([row]))],
  ] as const)('nothing is written after %s', async ([, second]) => {
    let page = 0;
    const { code, stdout, stderr } = await exportFrom((request, response) => {
      const answer =
        ++page === 1 ? answering(200, JSON.stringify([row])) : second;
      answer(request, response);
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
