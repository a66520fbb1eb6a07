import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
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
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import { startBackend } from '../../local/backend.ts';
import { openDatabase } from '../../local/database.ts';
import { listen } from '../../local/listen.ts';
import { newDataFolder } from '../../tests/helpers/database.ts';
import { cleanEnvironment } from '../../tests/helpers/environment.ts';
import { answering, postRows } from '../../tests/helpers/http.ts';

const keys = { publishableKey: 'public', secretKey: 'secret' };

const settingsFor = (url: string) => ({
  SUPABASE_URL: url,
  SUPABASE_SECRET_KEY: keys.secretKey,
});

const scriptOf = (command: 'export' | 'import' | 'remove' | 'report') =>
  fileURLToPath(new URL(`${command}.ts`, import.meta.url));

/** A message of one line. Its wording is not tested. */
const oneLine = expect.stringMatching(/^.+\n$/);

/** Runs Node, or another program, with the given settings. */
function run(
  args: string[],
  settings: NodeJS.ProcessEnv,
  { program = process.execPath, input = '', cwd = '.' } = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = cleanEnvironment(settings);
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd, env },
      (_error, ...printed) => {
        const [stdout, stderr] = printed;
        resolve({ code: child.exitCode, stdout, stderr });
      },
    );
    child.stdin?.end(input);
  });
}

/** The option with which Node runs a script before the command's own. */
const importing = (script: string) =>
  `--import=data:text/javascript,${encodeURIComponent(script)}`;

/** A script after which each host name has two IP addresses, one of IPv6 and one of IPv4. */
const twoIps = `
  import dns from 'node:dns';
  dns.lookup = (host, options, callback) =>
    callback(null, [{ address: '::1', family: 6 }, { address: '127.0.0.1', family: 4 }]);
`;

const insert = async (url: string, signups: object[]) =>
  expect(await postRows(url, keys.secretKey, signups)).toBe(201);

/**
 * Starts an embedded backend, for the tests of this file or of a `describe`. Its list is empty, or
 * has what `sql` inserts.
 */
function useBackend(sql?: string) {
  const used = { url: '', label: '' };
  const dataDirectory = newDataFolder();
  beforeAll(async () => {
    if (sql) {
      const database = await openDatabase(dataDirectory);
      await database.exec(sql);
      await database.close();
    }
    const backend = await startBackend({ ...keys, dataDirectory, port: 0 });
    used.url = backend.url;
    used.label = `${backend.url}, on this machine`;
    return async () => {
      await backend.close();
      rmSync(dataDirectory, { recursive: true });
    };
  });
  return used;
}

/** The tests that do not count rows share this one. */
const backend = useBackend();

/** The files of these tests. */
const folder = mkdtempSync(join(tmpdir(), 'waitlist-owner-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('an export', () => {
  const backend = useBackend();
  const file = join(folder, 'list.csv');
  const exportTo = (...files: string[]) =>
    run([scriptOf('export'), ...files], {
      ...settingsFor(backend.url),
      // The times in the file are those of UTC, wherever the owner is.
      TZ: 'Asia/Tokyo',
    });
  let answer: Awaited<ReturnType<typeof run>>;

  beforeAll(async () => {
    await insert(backend.url, [
      {
        email: '=ann@x.example',
        referrer: '/?utm_source=%3D1+a',
        created_at: '2000-01-01T01:00:00.123456+01:00',
      },
    ]);
    await insert(backend.url, [{ email: 'bob@x.example' }]);
    answer = await exportTo(file);
  });

  test('says how many signups are in which file', () => {
    expect(answer).toEqual({
      code: 0,
      stdout: `The whole list of ${backend.label}: 2 signups, in ${file}\n`,
      stderr: '',
    });
  });

  test('has each signup with its decoded source and its exact time, and no formula', () => {
    const [header, ...rows] = readFileSync(file, 'utf8').split('\r\n');
    expect(header).toMatch(/^"email","referrer","source",.*"created_at"$/);
    expect(rows).toEqual([
      expect.stringMatching(
        /^"'=ann@x.example","[^"]+","'=1 a",.*"2000-01-01T00:00:00.123456\+00:00"$/,
      ),
      expect.stringMatching(/^"bob@x.example",,,/),
      '',
    ]);
  });

  // Windows has no such modes.
  test.skipIf(process.platform === 'win32')(
    'is a file that only its owner can read',
    () => {
      expect(statSync(file).mode & 0o777).toBe(0o600);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'leaves no part of a list that does not fit on the disk',
    async () => {
      const file = join(folder, 'full.csv');
      const command = [process.execPath, scriptOf('export'), file];
      const { code, stderr } = await run(
        ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...command],
        settingsFor(backend.url),
        { program: 'sh' },
      );
      expect(code).toBe(1);
      expect(stderr).toMatch(/^.*full\.csv.*EFBIG.*\n$/);
      expect(existsSync(file)).toBe(false);
    },
  );

  test('needs the name of a file', async () => {
    expect(await exportTo()).toEqual({ code: 1, stdout: '', stderr: oneLine });
  });

  test('does not replace a file', async () => {
    const notes = join(folder, 'notes.csv');
    writeFileSync(notes, 'notes');
    const { stderr, ...rest } = await exportTo(notes);
    expect(rest).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^.*notes\.csv.*EEXIST.*\n$/);
    expect(readFileSync(notes, 'utf8')).toBe('notes');
  });
});

describe('an export of more people than one answer has', () => {
  // The ids from 1000 on are stored after 1500, the last one.
  const backend = useBackend(`
    insert into waitlist (id, email) overriding system value
    select id, id || '@x.example' from generate_series(1, 1500) as id
    order by id between 1000 and 1499, id
  `);

  test('has each of them once, in order', async () => {
    const file = join(folder, 'long.csv');
    await run([scriptOf('export'), file], settingsFor(backend.url));
    const ids = readFileSync(file, 'utf8').match(/^"\d+(?=@)/gm);
    expect(ids).toEqual(Array.from({ length: 1500 }, (_, id) => `"${id + 1}`));
  });
});

describe('an import', () => {
  /** Imports a file into the list of a backend. `text` is the file's, if the file is not there yet. */
  function importFrom(name: string, { url }: { url: string }, text?: string) {
    const file = join(folder, name);
    if (text !== undefined) writeFileSync(file, text);
    return run([scriptOf('import'), file], settingsFor(url));
  }

  /** What an import prints, if it has added and found so many people. */
  const counts = (label: string, added: string, known: string) =>
    expect.stringMatching(
      `\n.* ${label.replaceAll('.', '\\.')}: ${added} signups?\\. .*: ${known} signups?\\.\n$`,
    );

  describe('of an export', () => {
    const backend = useBackend();
    const emptyBackend = useBackend();
    const exportOf = async (name: string, { url }: { url: string }) => {
      const file = join(folder, name);
      await run([scriptOf('export'), file], settingsFor(url));
      return readFileSync(file, 'utf8');
    };
    const people = [
      ["'=ann@x.example", '\';"a""; \'=b,c;\'d', '1999-12-31T23:59:59.999999Z'],
      ["''-bob@x.example", '', '2026-01-01T00:00:00Z'],
      ['=cem@x.example', null, '2026-01-01T00:00:00.1Z'],
      [
        "!#$%&'*+/=?^_`{|}~-@x",
        '\u00a0=日\ufeff\\.',
        '2020-02-29T12:00:00+05:45',
      ],
      [
        'DAN+news@x.example',
        '/?utm_source=%3D@a;b&utm_medium=%e9+%0a&ref="',
        '2000-01-01',
      ],
    ].map(([email, referrer, created_at]) => ({ email, referrer, created_at }));
    let backup: string;

    beforeAll(async () => {
      await insert(backend.url, people);
      backup = await exportOf('backup.csv', backend);
    });

    test('fills an empty list with the same rows', async () => {
      expect(await importFrom('backup.csv', emptyBackend)).toEqual({
        code: 0,
        stdout: counts(emptyBackend.label, '5', '0'),
        stderr: '',
      });
      expect(await exportOf('copy.csv', emptyBackend)).toBe(backup);
    });

    test('brings back who was removed from a list that lives on, and nobody twice', async () => {
      const lines = backup.split('\r\n').filter(Boolean);
      await run([scriptOf('remove')], settingsFor(backend.url), {
        input: "''-bob@x.example",
      });
      await insert(backend.url, [{ email: 'zoe@x.example' }]);
      for (const [added, known] of [
        ['1', '4'],
        ['0', '5'],
      ] as const)
        expect(await importFrom('backup.csv', backend)).toMatchObject({
          code: 0,
          stdout: counts(backend.label, added, known),
        });
      const rows = (await exportOf('lives-on.csv', backend)).split('\r\n');
      const bob = lines.splice(2, 1);
      expect(rows).toEqual([
        ...lines,
        expect.stringContaining('zoe'),
        ...bob,
        '',
      ]);
    });
  });

  /** A backend of which the answer to each insert can be another one. */
  async function startProxy(
    answerOf: (insert: number) => Promise<{ status: number } | undefined>,
  ) {
    let inserts = 0;
    const server = await listen(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const isInsert = request.method === 'POST';
      const answer =
        (isInsert ? await answerOf(++inserts) : undefined) ??
        (await fetch(backend.url + request.url, {
          method: request.method ?? 'GET',
          headers: {
            apikey: keys.secretKey,
            'content-type': 'application/json',
          },
          ...(isInsert && { body: Buffer.concat(chunks) }),
        }));
      const body =
        answer instanceof Response
          ? await answer.text()
          : '{"message":"reason"}';
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(body);
    });
    onTestFinished(server.close);
    return { ...server, label: `${server.url}, on this machine` };
  }

  /** So many e-mails, one a line. */
  const linesOf = (count: number, domain: string) =>
    Array.from({ length: count }, (_, index) => `${index}@${domain}`);

  test('names each line that is refused, and adds the others', async () => {
    const lines = ['email', ...linesOf(20, 'refused.example')];
    lines[4] = 'nobody';
    lines[12] = 'n@-x.example';
    lines[13] = `${'x'.repeat(255)}@x.example`;
    // Somebody on the list, and somebody who joins after the list was read
    await insert(backend.url, [{ email: '7@REFUSED.example' }]);
    const proxy = await startProxy(async (count) => {
      if (count === 1)
        await insert(backend.url, [{ email: '17@refused.example' }]);
      return undefined;
    });
    const answer = await importFrom('refused.csv', proxy, lines.join('\n'));
    expect(answer).toMatchObject({
      code: 1,
      stdout: counts(proxy.label, '15', '2'),
    });
    const [first, second, third] = answer.stderr.trimEnd().split('\n');
    expect(first).toMatch(/ 5 .*nobody/);
    expect(second).toMatch(/ 13 .*n@-x\.example.* 400: .*waitlist_email_check/);
    expect(third).toMatch(/ 14 /);
  });

  test('names a line with a value that its column cannot read, and adds the others', async () => {
    const [ann, bob] = linesOf(2, 'value.example');
    const text = `email,referrer,source,created_at\n${ann},,,2026-02-30T00:00:00Z\n${bob},,,2026-02-28T00:00:00Z`;
    expect(await importFrom('value.csv', backend, text)).toEqual({
      code: 1,
      stdout: counts(backend.label, '1', '0'),
      stderr: expect.stringMatching(/^.* 2 .* 400: .*2026-02-30.*\n$/),
    });
  });

  test('says how many it has added before an error, and goes on when it is repeated', async () => {
    const text = ['email', ...linesOf(800, 'half.example')].join('\n');
    const proxy = await startProxy(async (count) =>
      count === 2 ? { status: 500 } : undefined,
    );
    const { code, stderr } = await importFrom('half.csv', proxy, text);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^.*500: reason.* 200 signups.*\n$/);
    expect(await importFrom('half.csv', proxy)).toMatchObject({
      code: 0,
      stdout: counts(proxy.label, '600', '200'),
    });
  });

  const listWithoutHeader = join(folder, 'no-header.csv');
  writeFileSync(listWithoutHeader, 'ann@x.example\nbob@x.example\n');

  test.for([
    ['two files', ['a.csv', 'b.csv'], ''],
    ['a missing file', [join(folder, 'missing.csv')], 'ENOENT'],
    ['a folder', [folder], 'EISDIR'],
    ['a list without a header', [listWithoutHeader], listWithoutHeader],
  ] as const)('is refused with %s', async ([, files, value]) => {
    const command = [scriptOf('import'), ...files];
    const { stderr, ...rest } = await run(command, settingsFor(backend.url));
    expect(rest).toEqual({ code: 1, stdout: '' });
    expect(stderr).toEqual(oneLine);
    expect(stderr).toContain(value);
  });
});

describe('a report', () => {
  const backend = useBackend();
  let report: string;
  const day = (ago: number) =>
    new Date(Date.now() - ago * 86_400_000).toISOString();
  const signups = (count: number, referrer: string, ago: number) =>
    Array.from({ length: count }, () => ({
      email: `${crypto.randomUUID()}@x.example`,
      referrer,
      created_at: day(ago),
    }));

  beforeAll(async () => {
    const sources = [...'abcdefghijk'].flatMap((source) =>
      signups(1, `?utm_source=${source}`, 9000),
    );
    await insert(backend.url, [
      ...signups(3, `?utm_source=${'%E6%97%A5'.repeat(99)}`, 0),
      ...signups(1, '', 6),
      ...signups(1, '', 29),
      ...signups(1, '?utm_medium=%C3%89-mail', 9000),
      ...signups(1, '?utm_medium=%c3%a9%2dmail', 9000),
      ...sources,
    ]);
    const command = [scriptOf('report')];
    ({ stdout: report } = await run(command, settingsFor(backend.url)));
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

  test.for([
    /^ +3 +16.7% +日{60}…$/m,
    /^ +2 +11.1% +\(no tag\)$/m,
    /^ +2 +11.1% +- \/ é-mail$/m,
    /^ +4 +22.2% +all other sources$/m,
  ])('has the ten largest sources, and the sum of the others: %s', (line) => {
    expect(report).toMatch(line);
  });
});

describe('a removal', () => {
  const ann = '"Müller, Ann" <Visitor-7@Müller.DE>;';
  const listed = 'ann@x.xn--example-b46c';
  const removed = () => expect.stringContaining(backend.label);
  const remove = (input: string, settings = {}) =>
    run(
      [scriptOf('remove')],
      { ...settingsFor(backend.url), ...settings },
      { input },
    );

  beforeEach(async () => {
    // An e-mail may be on the list already.
    for (const email of ['visitor-7@xn--mller-kva.de', listed])
      await postRows(backend.url, keys.secretKey, [{ email }]);
  });

  test.for([
    ['a line of a mail program', ann],
    ['an e-mail of the list that no form sends', listed],
  ] as const)('removes the person of %s', async ([, line]) => {
    expect(await remove(line)).toMatchObject({ code: 0, stdout: removed() });
    // The e-mail is no longer on the list.
    expect(await remove(line)).toEqual({
      code: 1,
      stdout: '',
      stderr: removed(),
    });
  });

  // prettier-ignore
  test.for([
    ['an empty line', '', '\n', {}],
    ['two e-mails', '', `${ann}\nb@x.example`, {}],
    ['a public key', 'SUPABASE_SECRET_KEY', ann, { SUPABASE_SECRET_KEY: 'sb_publishable_x' }],
    ['a URL without https', 'https://', ann, { SUPABASE_URL: 'http://x.example' }],
    ['no server', 'ECONNREFUSED 127.0.0.1:2', ann, { SUPABASE_URL: 'http://127.0.0.1:2' }],
    ['no server at two IP addresses', 'ECONNREFUSED 127.0.0.1:2', ann, { SUPABASE_URL: 'https://x.example:2', NODE_OPTIONS: importing(twoIps) }],
  ] as const)('is refused with %s', async ([, value, input, settings]) => {
    expect(await remove(input, settings)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(value),
    });
  });

  /** Runs a program, types `keys` once the program asks, and keeps its input open, as a terminal does. */
  async function answerQuestion(program: string, args: string[], keys: string) {
    const child = spawn(program, args, {
      env: cleanEnvironment(settingsFor(backend.url)),
      // Ends a command that asks nothing, or waits for more. Its `code` is then null.
      timeout: 30_000,
    });
    let stdout = '';
    child.stdout.on('data', (data) => (stdout += String(data)));
    const closed = once(child, 'close');
    const question = [child.stdout, child.stderr].map((stream) =>
      once(stream, 'data'),
    );
    await Promise.race([...question, closed]);
    child.stdin.write(keys);
    const [code] = await closed;
    return { code, stdout };
  }

  // Git Bash on Windows is such a terminal.
  test('asks a person at a terminal that Node takes for a pipe', async () => {
    expect(
      await answerQuestion(process.execPath, [scriptOf('remove')], `${ann}\n`),
    ).toEqual({ code: 0, stdout: removed() });
  });

  // `script` runs a command at a terminal; every Linux system has it.
  describe.skipIf(process.platform !== 'linux')('at a terminal', () => {
    const file = join(folder, 'removal');
    const command = `'${process.execPath}' '${scriptOf('remove')}' > '${file}'`;
    const type = (keys: string) =>
      answerQuestion('script', ['-qec', command, '/dev/null'], keys);

    test('ends after the answer, and prints only the result to a file', async () => {
      expect(await type(`${ann}\r`)).toMatchObject({ code: 0 });
      expect(readFileSync(file, 'utf8')).toEqual(removed());
    });

    test('refuses a second line that was pasted with the first', async () => {
      expect(await type(`${ann}\rb@x.example\r`)).toMatchObject({ code: 1 });
    });
  });
});

describe('a setting', () => {
  /** Reports in a folder that has a `.env` with the settings. */
  async function reportWith(env: object, shell = {}) {
    const lines = Object.entries(env).map((setting) => setting.join('='));
    writeFileSync(join(folder, '.env'), `\ufeff${lines.join('\r\n')}`);
    return (await run([scriptOf('report')], shell, { cwd: folder })).stdout;
  }

  test('comes from .env, also behind a byte order mark', async () => {
    const report = await reportWith(settingsFor(backend.url));
    expect(report).toContain(`\n${backend.label}\n`);
  });

  test('of the shell comes before one of .env', async () => {
    const settings = settingsFor(backend.url);
    const report = await reportWith(
      settingsFor('http://127.0.0.1:2'),
      settings,
    );
    expect(report).toContain(`\n${backend.label}\n`);
  });
});

describe('another server', () => {
  const first = answering(
    200,
    '[{"id":1,"email":"a@x.example","referrer":null,"created_at":"2026-01-01"}]',
  );

  test.for<[string, RequestListener, string]>([
    [
      'an error',
      answering(
        500,
        '{"message":"reason","details":"Failing row contains (b@x.example)."}',
      ),
      '500: reason',
    ],
    ['HTML', answering(502, '<html>\n'), '502: <html>'],
    ['cut', answering(200, '[{"email":"b@x'), 'SUPABASE_URL'],
  ])(
    'lets an export write and print nothing if the second page is %s',
    async ([what, second, value]) => {
      const server = await listen((request, response) => {
        const isFirst = request.url?.includes('id=gt.0&');
        (isFirst ? first : second)(request, response);
      });
      const file = join(folder, `${what}.csv`);
      const command = [scriptOf('export'), file];
      const answer = await run(command, settingsFor(server.url));
      await server.close();
      expect(answer).toEqual({ code: 1, stdout: '', stderr: oneLine });
      for (const part of [file, server.url, value])
        expect(answer.stderr).toContain(part);
      expect(answer.stderr).not.toContain('@');
      expect(existsSync(file)).toBe(false);
    },
  );

  test('gives no report without its totals', async () => {
    const server = await listen(answering(200, '[]'));
    const answer = await run([scriptOf('report')], settingsFor(server.url));
    await server.close();
    expect(answer).toEqual({ code: 1, stdout: '', stderr: oneLine });
    expect(answer.stderr).toContain(server.url);
  });

  test('is given up if it never answers, and asked only once', async () => {
    const requested: (string | undefined)[] = [];
    const server = await listen(({ url }) => requested.push(url));
    // The command waits for 30 seconds; here each second is a hundredth of one.
    const script =
      'const { timeout } = AbortSignal; AbortSignal.timeout = (time) => timeout.call(AbortSignal, time / 100)';
    const answer = await run([scriptOf('report')], {
      ...settingsFor(server.url),
      NODE_OPTIONS: importing(script),
    });
    await server.close();
    expect(answer).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(`^${server.url}.*TimeoutError.*\n$`),
    });
    expect(new Set(requested).size).toBe(requested.length);
  });

  test('cannot redirect a removal and its key', async () => {
    const requested: (string | undefined)[] = [];
    const server = await listen((request, response) => {
      requested.push(request.url);
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    const answer = await run([scriptOf('remove')], settingsFor(server.url), {
      input: 'a@x.example',
    });
    await server.close();
    expect(requested).toHaveLength(1);
    expect(answer).toMatchObject({ code: 1, stdout: '' });
  });
});
