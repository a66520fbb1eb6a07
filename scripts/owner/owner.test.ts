import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
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
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest';
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

const insert = async (url: string, signups: object[]) =>
  expect(await postRows(url, keys.secretKey, signups)).toBe(201);

/** Starts an embedded backend with an empty list, for the tests of this file or of a `describe`. */
function useBackend() {
  const used = { url: '', label: '' };
  const dataDirectory = newDataFolder();
  let close: () => Promise<void>;
  beforeAll(async () => {
    const backend = await startBackend({ ...keys, dataDirectory, port: 0 });
    used.url = backend.url;
    used.label = `${backend.url}, on this machine`;
    close = backend.close;
  });
  afterAll(async () => {
    await close();
    rmSync(dataDirectory, { recursive: true });
  });
  return used;
}

/** The tests that do not count rows share this one. */
const backend = useBackend();

describe('an export of more rows than one answer has', () => {
  const backend = useBackend();
  const rows = Array.from({ length: 1100 }, (_, index) => ({
    email: `visitor-${String(index)}@x.example`,
    referrer: `https://x.example/?n=${String(index)}`,
    created_at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  }));
  let answer: Awaited<ReturnType<typeof runExport>>;

  beforeAll(async () => {
    for (let start = 0; start < rows.length; start += 275)
      await insert(backend.url, rows.slice(start, start + 275));
    answer = await runExport(`${backend.url}/ `);
  });

  test('has every row in the order of the signups', () => {
    const [header, ...lines] = answer.list.split('\r\n');
    const columns = header?.slice(1, -1).split('","') ?? [];
    expect(columns).toEqual(expect.arrayContaining(Object.keys(rows[0] ?? {})));
    const cells = (row: Record<string, string>) =>
      columns.map((column) => row[column] ?? '').join('","');
    expect(lines).toEqual([...rows.map((row) => `"${cells(row)}"`), '']);
  });

  test('says how many signups are in which file', () => {
    const { code, stdout, stderr, files, file } = answer;
    const line = `The whole list of ${backend.label}: 1,100 signups, in ${file}\n`;
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: line,
      stderr: '',
    });
    expect(files).toEqual(['list.csv']);
  });

  // Windows has no such modes.
  test.skipIf(process.platform === 'win32')(
    'is a file that only its owner can read',
    () => {
      expect(answer.mode).toBe(0o600);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'leaves no part of a list that does not fit on the disk',
    async () => {
      const settings = { maxFileBlocks: 16 };
      const { stderr, ...rest } = await runExport(backend.url, settings);
      expect(rest).toMatchObject({ code: 1, stdout: '', files: [] });
      expect(stderr).toMatch(/^.*list\.csv was not written: EFBIG.*\n$/);
    },
  );
});

describe('an export', () => {
  test.for([{ options: [] }, { options: ['a.csv', 'b.csv'] }])(
    'needs the name of one file, not $options',
    async ({ options }) => {
      expect(await run('export', backend.url, { options })).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Name one new file: npm run export -- waitlist.csv\n',
      });
    },
  );

  test('does not replace a file', async () => {
    const result = await runExport(backend.url, { notes: 'notes' });
    expect(result).toMatchObject({ code: 1, stdout: '', list: 'notes' });
    expect(result.stderr).toMatch(/ was not written: EEXIST: .*\n$/);
  });

  test('has no cell that a spreadsheet would run as a formula', async () => {
    await insert(backend.url, [
      { email: '=cmd@x.example', referrer: '@SUM(1)' },
      { email: 'b@x.example', referrer: 'a,"b";=c;"-d;e+f' },
      { email: '+c@x.example', referrer: '＝c; ＋d;－e;＠f' },
    ]);
    const { list } = await runExport(backend.url);
    for (const cells of [
      `\r\n"'=cmd@x.example","'@SUM(1)",`,
      `\r\n"b@x.example","a,""b"";'=c;'""-d;e+f",`,
      `\r\n"'+c@x.example","'＝c;' ＋d;'－e;'＠f",`,
    ])
      expect(list).toContain(cells);
  });

  test('has times in UTC, and an empty cell where a row has no value', async () => {
    const created_at = '2000-01-01T01:00:00+01:00';
    await insert(backend.url, [{ email: 'd@x.example', created_at }]);
    const { list } = await runExport(backend.url);
    expect(list).toContain('\r\n"d@x.example","","2000-01-01T00:00:00.000Z"');
  });
});

describe('a report', () => {
  const backend = useBackend();
  let report: string;
  const day = (ago: number) =>
    new Date(Date.now() - ago * 86_400_000).toISOString();
  const signup = (email: string, referrer: string, ago: number) => ({
    email: `${email}@x.example`,
    referrer,
    created_at: day(ago),
  });

  beforeAll(async () => {
    const tagged = `https://x.example/?utm_source=${'%E6%97%A5'.repeat(99)}&utm_medium=%1b[2J&utm_campaign=a@x.example`;
    // Facebook adds a tag of its own to each link.
    const facebook = (id: number) =>
      `https://x.example/?utm_medium=email?fbclid=${id}`;
    await insert(backend.url, [
      ...[0, 1, 2].map((id) => signup(`tagged-${id}`, tagged, 0)),
      ...[6, 29].map((ago) => signup(`recent-${ago}`, '', ago)),
      ...[0, 1].map((id) => signup(`facebook-${id}`, facebook(id), 9000)),
      ...Array.from({ length: 11 }, (_, id) =>
        signup(`source-${id}`, `?utm_source=${id}`, 9000),
      ),
    ]);
    ({ stdout: report } = await run('report', backend.url));
  });

  test('has the totals of the backend that it names', () => {
    const totals = '18 signups\n4 in the last 7 days\n5 in the last 30 days\n';
    expect(report).toContain(`\n${backend.label}\n\n${totals}`);
  });

  test('has a line with a bar for each of the last 30 days', () => {
    const days = report.match(/^\d{4}-\d\d-\d\d.*$/gm)?.toReversed() ?? [];
    expect(days).toHaveLength(30);
    const lineOfDay = (ago: number, signups: number, bar: number) =>
      `${day(ago).slice(0, 10)}         ${signups} ${'█'.repeat(bar)}`.trim();
    expect([days[0], days[1], days[6]]).toEqual([
      lineOfDay(0, 3, 59),
      lineOfDay(1, 0, 0),
      lineOfDay(6, 1, 20),
    ]);
  });

  test('has the ten largest sources, and the sum of the others', () => {
    expect(report).toMatch(/^ +3 +16.7% +日日日/m);
    expect(report).toMatch(/^ +2 +11.1% +\(no tag\)$/m);
    expect(report).toMatch(/^ +2 +11.1% +- \/ email$/m);
    expect(report).toMatch(/^ +4 +22.2% +all other sources$/m);
  });

  test('has no e-mail, and no control character of a tag', () => {
    expect(report).not.toMatch(/[^\P{C}\n]|@/u);
  });

  test('is at most 80 columns wide', () => {
    // A terminal draws 日 as wide as two letters.
    const lines = report.replaceAll('日', '日日').split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBe(80);
  });
});

describe('a removal', () => {
  const ann = '"Müller, Ann" <Visitor-7@Müller.DE>;';
  const removed = () => `Removed from the list of ${backend.label}: 1 signup\n`;
  const list = async () => (await runExport(backend.url)).list;

  beforeEach(async () => {
    // The e-mail may be on the list already.
    const rows = [{ email: 'visitor-7@xn--mller-kva.de' }];
    await postRows(backend.url, keys.secretKey, rows);
  });

  test('removes the one person whom a line of a mail program names', async () => {
    await insert(backend.url, [{ email: 'visitor-7@x.example' }]);
    const { code, stdout } = await run('remove', backend.url, { input: ann });
    expect({ code, stdout }).toEqual({ code: 0, stdout: removed() });
    expect(await list()).toContain('"visitor-7@x.example"');
    expect(await list()).not.toContain('"visitor-7@xn--mller-kva.de"');
  });

  test('says that an e-mail is not on the list', async () => {
    const input = 'visitor-8@müller.de';
    const { code, stdout, stderr } = await run('remove', backend.url, {
      input,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      `\nNobody was removed: that e-mail is not on the list of ${backend.label}\n`,
    );
  });

  // prettier-ignore
  test.for([
    ['no e-mail', 'enter one e-mail', { input: '' }],
    ['an empty line', 'enter one e-mail', { input: '\n' }],
    ['two e-mails', 'enter one e-mail', { input: 'a@x.example\nb@x.example' }],
    ['a public key', 'is not a secret key', { secretKey: 'sb_publishable_x' }],
    ['a URL without https', 'must begin with https://', { url: 'http://x.example' }],
    ['no server', 'ECONNREFUSED 127.0.0.1:2', { url: 'http://127.0.0.1:2' }],
  ] as const)('is refused with %s', async ([, reason, settings]) => {
    const { url, ...rest } = { url: backend.url, input: ann, ...settings };
    const answer = await run('remove', url, rest);
    expect(answer).toMatchObject({ code: 1, stdout: '' });
    expect(answer.stderr).toMatch(new RegExp(`^.*${reason}.*\n$`, 'm'));
  });

  /** Runs a program, types `keys` once the program asks, and keeps its input open, as a terminal does. */
  async function answerQuestion(program: string, args: string[], keys: string) {
    const child = spawn(program, args, {
      env: cleanEnvironment(settingsFor(backend.url)),
      // Ends a command that asks nothing, or waits for more. Its `code` is then null.
      timeout: 30_000,
    });
    const closed = once(child, 'close');
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (data) => (printed[name] += String(data)));
    const questions = [child.stdout, child.stderr].map((stream) =>
      once(stream, 'data'),
    );
    await Promise.race([...questions, closed]);
    child.stdin.write(keys);
    const [code] = await closed;
    return { code, ...printed };
  }

  // Git Bash on Windows is such a terminal.
  test('asks a person at a terminal that Node takes for a pipe', async () => {
    const script = [scriptOf('remove')];
    const { stderr, ...result } = await answerQuestion(
      process.execPath,
      script,
      `${ann}\n`,
    );
    expect(result).toEqual({ code: 0, stdout: removed() });
    expect(stderr).toMatch(/\S/);
  });

  // `script` runs a command at a terminal; every Linux system has it.
  describe.skipIf(process.platform !== 'linux')('at a terminal', () => {
    const file = join(tmpdir(), `waitlist-removal-${process.pid}`);
    const command = `'${process.execPath}' '${scriptOf('remove')}' > '${file}'`;
    const type = (keys: string) =>
      answerQuestion('script', ['-qec', command, '/dev/null'], keys);
    afterEach(() => rmSync(file));

    test('ends after the answer, and prints only the result to a file', async () => {
      expect(await type(`${ann}\r`)).toMatchObject({ code: 0 });
      expect(readFileSync(file, 'utf8')).toBe(removed());
    });

    test('refuses a second line that was pasted with the first', async () => {
      const { code, stdout } = await type(`${ann}\rb@x.example\r`);
      expect(code).toBe(1);
      expect(stdout).toContain('enter one e-mail');
    });
  });
});

describe('a setting', () => {
  /** Reports in a folder with the given `.env`. */
  async function reportWith(env: string, url: string, secretKey: string) {
    const cwd = mkdtempSync(join(tmpdir(), 'waitlist-settings-'));
    writeFileSync(join(cwd, '.env'), env);
    const { stdout } = await run('report', url, { secretKey, cwd });
    rmSync(cwd, { recursive: true });
    return stdout;
  }
  const lines = (settings: object) =>
    Object.entries(settings)
      .map((setting) => setting.join('='))
      .join('\r\n');

  test('comes from .env, also behind a byte order mark', async () => {
    const env = `\ufeff${lines(settingsFor(backend.url))}`;
    expect(await reportWith(env, '', '')).toContain(`\n${backend.label}\n`);
  });

  test('of the shell comes before one of .env', async () => {
    const env = lines(settingsFor('http://127.0.0.1:2', 'another'));
    const report = await reportWith(env, backend.url, keys.secretKey);
    expect(report).toContain(`\n${backend.label}\n`);
  });
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
    'gets no part of a list written or printed if its next answer is %s',
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
    const answer = await run('remove', server.url, { input: 'a@x.example' });
    await server.close();
    expect(requested).toHaveLength(1);
    expect(answer).toMatchObject({ code: 1, stdout: '' });
    expect(answer.stderr).toContain(
      `${server.url}: Error: unexpected redirect`,
    );
  });
});
