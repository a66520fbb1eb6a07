import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBackend } from '../../local/backend.ts';
import { listen } from '../../local/listen.ts';
import { newDataFolder } from '../../tests/helpers/database.ts';
import { cleanEnvironment } from '../../tests/helpers/environment.ts';
import { answering, postRows } from '../../tests/helpers/http.ts';

const keys = { publishableKey: 'public', secretKey: 'secret' };

type Command = 'export' | 'remove' | 'report';

const scriptOf = (command: Command) =>
  fileURLToPath(new URL(`${command}.ts`, import.meta.url));

const settingsFor = (url: string, secretKey = keys.secretKey) => ({
  SUPABASE_URL: url,
  SUPABASE_SECRET_KEY: secretKey,
});

/** Runs one of the owner's commands. */
function run(
  command: Command,
  url: string,
  {
    secretKey = keys.secretKey,
    options = [] as string[],
    input = '',
    cwd = '.',
    nodeOptions = '',
    /** The largest file that the command can write, in blocks of 512 or 1,024 octets. */
    maxFileBlocks = 0,
  } = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = cleanEnvironment({
    ...settingsFor(url, secretKey),
    NODE_OPTIONS: nodeOptions,
  });
  const line = [process.execPath, scriptOf(command), ...options];
  if (maxFileBlocks)
    line.unshift('sh', '-c', `ulimit -f ${maxFileBlocks}; exec "$@"`, 'sh');
  const [program = '', ...rest] = line;
  return new Promise((resolve) => {
    const child = execFile(
      program,
      rest,
      { cwd, env },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode, stdout, stderr });
      },
    );
    child.stdin?.end(input);
  });
}

/** Exports to a file of a new folder; resolves to the result, and the files of the folder. */
async function runExport(url: string, { maxFileBlocks = 0, notes = '' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waitlist-export-'));
  const file = join(folder, 'list.csv');
  if (notes) writeFileSync(file, notes);
  const result = await run('export', url, { options: [file], maxFileBlocks });
  const files = readdirSync(folder);
  const list = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const mode = existsSync(file) ? statSync(file).mode & 0o777 : 0;
  rmSync(folder, { recursive: true });
  return { ...result, file, files, list, mode };
}

describe("the owner's commands", () => {
  const dataDirectory = newDataFolder();
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let label: string;
  const rows = Array.from({ length: 1100 }, (_, index) => ({
    email: `visitor-${String(index)}@x.example`,
    referrer: `https://x.example/?n=${String(index)}`,
    created_at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  }));

  beforeAll(async () => {
    backend = await startBackend({ ...keys, dataDirectory, port: 0 });
    label = `${backend.url}, on this machine`;
    await insert([{ email: 'first@x.example' }]);
    const one = await run('report', backend.url);
    expect(one.stdout).toMatch(/^1 signup\n1 in the last 7/m);
    for (let start = 0; start < rows.length; start += 275) {
      await insert(rows.slice(start, start + 275));
    }
  });
  afterAll(async () => {
    await backend.close();
    rmSync(dataDirectory, { recursive: true });
  });

  const insert = async (signups: object[]) =>
    expect(await postRows(backend.url, keys.secretKey, signups)).toBe(201);

  test('exports every row in the order of the signups, in UTC', async () => {
    const answer = await runExport(`${backend.url}/ `);
    const { code, stdout, stderr, file, files, list, mode } = answer;
    expect(stdout).toBe(
      `The whole list of ${label}: 1,101 signups, in ${file}\n`,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(files).toEqual(['list.csv']);
    // Windows has no such modes.
    if (process.platform !== 'win32') expect(mode).toBe(0o600);
    const [header, first, ...others] = list.split('\r\n');
    const columns = header?.slice(1, -1).split('","') ?? [];
    expect(columns).toEqual(expect.arrayContaining(Object.keys(rows[0] ?? {})));
    expect(first).toMatch(/^"first@x.example","".*"20.*Z"$/);
    const cells = (row: Record<string, string>) =>
      columns.map((column) => row[column] ?? '').join('","');
    expect(others).toEqual([...rows.map((row) => `"${cells(row)}"`), '']);
  });

  test.skipIf(process.platform === 'win32')(
    'leaves no part of a list that does not fit on the disk',
    async () => {
      const { code, stdout, stderr, files } = await runExport(backend.url, {
        maxFileBlocks: 16,
      });
      expect({ code, stdout, files }).toEqual({
        code: 1,
        stdout: '',
        files: [],
      });
      expect(stderr).toMatch(/^.*list\.csv was not written: EFBIG.*\n$/);
    },
  );

  test('the embedded backend answers with at most 1,000 rows, as Supabase does', async () => {
    const url = `${backend.url}/rest/v1/waitlist?select=id`;
    const answer = await fetch(url, { headers: { apikey: keys.secretKey } });
    expect(await answer.json()).toHaveLength(1000);
  });

  test('settings come from .env, also behind a byte order mark', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'waitlist-settings-'));
    const settings = Object.entries(settingsFor(backend.url)).map((setting) =>
      setting.join('='),
    );
    writeFileSync(join(cwd, '.env'), `\ufeff${settings.join('\r\n')}`);
    const { stdout } = await run('report', '', { secretKey: '', cwd });
    rmSync(cwd, { recursive: true });
    expect(stdout).toContain(`\n${label}\n`);
  });

  test.for([[], ['a.csv', 'b.csv']])(
    'exports nothing to the files %j',
    async (options) => {
      const { code, stderr } = await run('export', backend.url, { options });
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'Name one new file: npm run export -- waitlist.csv\n',
      });
    },
  );

  test('does not replace a file', async () => {
    const result = await runExport(backend.url, { notes: 'notes' });
    expect(result).toMatchObject({ code: 1, stdout: '', list: 'notes' });
    expect(result.stderr).toMatch(/ was not written: EEXIST: .*\n$/);
  });

  test('exports no cell that a spreadsheet would run as a formula', async () => {
    const created_at = '2000-01-01T01:00:00+01:00';
    await insert([
      { email: '=cmd@x.example', referrer: '@SUM(1)', created_at },
      { email: 'b@x.example', referrer: 'a,"b";=c;"-d;e+f', created_at },
      { email: '+c@x.example', referrer: '＝c; ＋d;－e;＠f', created_at },
    ]);
    const { list } = await runExport(backend.url);
    for (const cells of [
      `\r\n"'=cmd@x.example","'@SUM(1)",`,
      `\r\n"b@x.example","a,""b"";'=c;'""-d;e+f",`,
      `\r\n"'+c@x.example","'＝c;' ＋d;'－e;'＠f",`,
      ',"2000-01-01T00:00:00.000Z"\r\n',
    ])
      expect(list).toContain(cells);
  });

  test('reports totals, days and sources in 80 columns, without an e-mail', async () => {
    const day = (ago: number) =>
      new Date(Date.now() - ago * 86_400_000).toISOString();
    const tagged = `https://x.example/?utm_source=${'%E6%97%A5'.repeat(99)}&utm_medium=%1b[2J&utm_campaign=a@x.example`;
    // Facebook adds a tag of its own to each link.
    const facebook = (id: number) =>
      `https://x.example/?utm_medium=email?fbclid=${id}`;
    const signup = (email: string, referrer: string, ago: number) => ({
      email: `${email}@x.example`,
      referrer,
      created_at: day(ago),
    });
    await insert([
      ...[0, 0, 0].map((ago, index) => signup(`tagged-${index}`, tagged, ago)),
      ...[6, 29].map((ago) => signup(`recent-${ago}`, '', ago)),
      ...[0, 1].map((id) => signup(`facebook-${id}`, facebook(id), 9000)),
      ...Array.from({ length: 11 }, (_, index) =>
        signup(`source-${index}`, `?utm_source=${index}`, 9000),
      ),
    ]);
    const { code, stdout } = await run('report', backend.url);
    expect(code).toBe(0);
    expect(stdout).toContain(`\n${label}\n`);
    const days = stdout.match(/^\d{4}-\d\d-\d\d.*$/gm)?.toReversed();
    expect(days).toHaveLength(30);
    const lineOfDay = (ago: number, signups: number, bar: number) =>
      `${day(ago).slice(0, 10)}         ${signups} ${'█'.repeat(bar)}`.trim();
    expect(days?.[0]).toBe(lineOfDay(0, 4, 59));
    expect(days?.[1]).toBe(lineOfDay(1, 0, 0));
    expect(days?.[6]).toBe(lineOfDay(6, 1, 15));
    expect(stdout).toMatch(/^ +1,10\d +98.\d% +\(no tag\)$/m);
    expect(stdout).toMatch(/^ +3 +0.3% +日日日/m);
    expect(stdout).toMatch(/^ +2 +0.2% +- \/ email$/m);
    expect(stdout).toMatch(/^ +4 +0.4% +all other sources$/m);
    expect(stdout).not.toMatch(/[^\P{C}\n]|@/u);
    // A terminal draws 日 as wide as two letters.
    const lines = stdout.replaceAll('日', '日日').split('\n');
    const widths = lines.map((line) => line.length);
    expect(Math.max(...widths)).toBe(80);
  });

  const input = ' Visitor-7@Müller.DE \n';

  test.for([
    input,
    '"Müller, Ann" <visitor-7@müller.de>;\r\n',
    'mailto:visitor-7@xn--mller-kva.de?subject=Hello',
    '\ufeffvisitor-7＠ｍüller．de\u200b,',
    '\u00a0visitor-7@xn--mller-kva.de.',
  ])('removes the one person whom a mail program names: %j', async (input) => {
    await insert([{ email: 'visitor-7@xn--mller-kva.de' }]);
    expect(await run('remove', backend.url, { input })).toEqual({
      code: 0,
      stdout: `Removed from the list of ${label}: 1 signup\n`,
      stderr: '',
    });
  });

  test('says that an e-mail is not on the list, and removes no other', async () => {
    expect(await run('remove', backend.url, { input })).toEqual({
      code: 1,
      stdout: '',
      stderr: `Nobody was removed: that e-mail is not on the list of ${label}\n`,
    });
    const { list } = await runExport(backend.url);
    expect(list).not.toContain('"visitor-7@xn');
    expect(list).toContain('"visitor-7@x.example');
  });

  test.for([
    ['', '', 'secret', 'enter one e-mail'],
    ['\n', '', 'secret', 'enter one e-mail'],
    ['visitor-8@x.example\nb@c\n', '', 'secret', 'enter one e-mail'],
    ['a@b', '', 'sb_publishable_x', 'is not a secret key'],
    ['a@b', 'http://x.example', 'secret', 'must begin with https://'],
    ['a@b', 'http://127.0.0.1:2', 'secret', 'ECONNREFUSED 127.0.0.1:2'],
  ] as const)(
    'removes nobody: %j %s with the key %s',
    async ([input, url, secretKey, line]) => {
      const settings = { secretKey, input };
      const answer = await run('remove', url || backend.url, settings);
      expect(answer).toMatchObject({ code: 1, stdout: '' });
      expect(answer.stderr).toMatch(new RegExp(`^.*${line}.*\n$`));
    },
  );
});

describe('another server', () => {
  const rows = [
    { id: 1, email: 'a@x.example', referrer: null, created_at: '2026-01-01' },
  ];
  const first = answering(200, JSON.stringify(rows));

  test.for<[string, RequestListener, string]>([
    ['an error', answering(500, '{"message":"reason"}'), 'answers 500: reason'],
    ['HTML', answering(502, '<html>\n'), 'answers 502: <html>'],
    [
      'cut',
      answering(200, '[{"email":"b@x'),
      'does not answer with the waitlist: is SUPABASE_URL right?',
    ],
  ])(
    'no part of a list is written or printed when the next answer is %s',
    async ([, second, reason]) => {
      const server = await listen((request, response) => {
        const isFirst = request.url?.includes('id=gt.0&');
        (isFirst ? first : second)(request, response);
      });
      const answer = await runExport(server.url);
      await server.close();
      expect(answer).toMatchObject({ code: 1, stdout: '', files: [] });
      expect(answer.stderr).toBe(
        `${answer.file} was not written: ${server.url} ${reason}\n`,
      );
    },
  );

  test('is given up if it never answers', async () => {
    const server = await listen(() => undefined);
    // The command waits for 30 seconds; here each second is a hundredth of one.
    const script =
      'const { timeout } = AbortSignal; AbortSignal.timeout = (time) => timeout.call(AbortSignal, time / 100)';
    const answer = await run('report', server.url, {
      nodeOptions: `--import=data:text/javascript,${encodeURIComponent(script)}`,
    });
    await server.close();
    const stderr = `${server.url}: TimeoutError: The operation was aborted due to timeout\n`;
    expect(answer).toEqual({ code: 1, stdout: '', stderr });
  });

  test('cannot redirect a removal and its key', async () => {
    const requested: (string | undefined)[] = [];
    const server = await listen((request, response) => {
      requested.push(request.url);
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    const answer = await run('remove', server.url, { input: 'a@b' });
    await server.close();
    expect(requested).toHaveLength(1);
    const stderr = `${server.url}: Error: unexpected redirect\n`;
    expect(answer).toMatchObject({ code: 1, stderr });
  });
});
