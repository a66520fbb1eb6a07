import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '../tests/helpers/database.ts';
import { cleanEnvironment } from '../tests/helpers/environment.ts';
import { postRows } from '../tests/helpers/http.ts';
import { listen } from './listen.ts';
import { localDefaults } from '../src/settings/environment.ts';

let directory: string;
let dataDirectory: string;
let port: number;
let backendUrl: string;
let children: ChildProcess[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'briefloom-'));
  dataDirectory = newDataFolder();
  children = [];
  const [page, backend] = [await listen(() => {}), await listen(() => {})];
  ({ port } = page);
  backendUrl = backend.url;
  await page.close();
  await backend.close();
  for (const part of ['dist', '.netlify', 'netlify.toml'])
    cpSync(part, join(directory, part), { recursive: true });
  const config = join(directory, '.netlify/v1/config.json');
  const rules = readFileSync(config, 'utf8');
  writeFileSync(config, rules.replace(localDefaults.SUPABASE_URL, backendUrl));
  return () => {
    for (const child of children) child.kill('SIGKILL');
    for (const folder of [directory, dataDirectory])
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
});

/** Starts a local script as npm does. Resolves once the script prints the page's URL, or ends. */
async function run(script: 'start' | 'dev', settings = {}) {
  const child = spawn(process.execPath, [resolve(`local/${script}.ts`)], {
    cwd: script === 'dev' ? process.cwd() : directory,
    env: cleanEnvironment({
      PORT: String(port),
      DATA_DIR: dataDirectory,
      // A developer's .env may have other keys.
      ...localDefaults,
      // The script uses only the origin of this URL.
      SUPABASE_URL: `${backendUrl}/rest/v1/`,
      ...settings,
    }),
  });
  children.push(child);
  const ended = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolveStarted) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk);
        if (output.includes(`http://localhost:${port}`)) resolveStarted();
      });
    void ended.then(() => resolveStarted());
  });
  /** Stops the script as Ctrl-C does; resolves to its output. */
  return async function end() {
    child.kill('SIGINT');
    await ended;
    return output.trim();
  };
}

const signUp = (
  email: string,
  key: string = localDefaults.SUPABASE_PUBLISHABLE_KEY,
) => postRows(`http://127.0.0.1:${port}`, key, { email });

test('`npm start` keeps a signup if it is stopped while another request waits', async () => {
  const end = await run('start');
  createConnection(port, '127.0.0.1')
    .on('error', () => undefined)
    .write('POST / HTTP/1.1\r\nHost: x\r\n');
  expect(await signUp('ann@example.com')).toBe(201);
  expect(await end()).not.toContain('@example.com');
  await run('start');
  expect(await signUp('ann@example.com')).toBe(409);
});

test('for the URL of a deployed project no embedded backend starts', async () => {
  const project = 'https://project.supabase.co';
  const end = await run('start', { SUPABASE_URL: project });
  await expect(fetch(backendUrl)).rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });
  expect(await end()).toContain(project);
});

/** Expects that a change of each file gives a script a new time, at which `node --watch` restarts the script. */
async function expectRestarts(script: string, files: string[]) {
  const timeOfScript = () => statSync(script).mtimeMs;
  const resetTime = () => [timeOfScript(), utimesSync(script, 0, 0)][0];
  for (const file of files) {
    // First the last events of the file before come.
    await expect.poll(resetTime, { interval: 500 }).toBe(0);
    const { atime, mtime } = statSync(file);
    utimesSync(file, atime, new Date());
    await expect.poll(timeOfScript, { message: file }).not.toBe(0);
    utimesSync(file, atime, mtime);
  }
}

// On a busy machine Astro's first page takes longer than the time limit of other tests.
test(
  'the page of `npm run dev` accepts signups, also in GitHub Codespaces',
  { timeout: 300_000 },
  async () => {
    await run('dev');
    for (const [host, status] of [
      ['localhost', 200],
      ['name-4321.app.github.dev', 200],
      ['stranger.example', 403],
    ] as const) {
      // `fetch` cannot set this header.
      const request = get(`http://127.0.0.1:${port}`, { headers: { host } });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      expect(response.statusCode, host).toBe(status);
    }
    // Another IP address of this machine
    await expect(fetch(`http://127.0.0.2:${port}`)).rejects.toThrow();
    expect(await signUp('ann@example.com')).toBe(201);
    // Vite's proxy reports a broken connection if it is still sending when the answer comes.
    expect(await signUp('@example.com'.padStart(5_000_000), 'wrong')).toBe(401);
    // An editor may replace the file of a picture.
    const picture = '/_image?href=%2Fshare.png&w=60&h=30&f=webp';
    const { headers } = await fetch(`http://127.0.0.1:${port}${picture}`);
    expect(headers.get('cache-control')).toBe('no-store');
    if (!existsSync('.env')) {
      writeFileSync('.env', '');
      onTestFinished(() => rmSync('.env'));
    }
    await expectRestarts('local/dev.ts', [
      '.env',
      'supabase/migrations/20261127000000_create_waitlist.sql',
      'src/stores/timeouts.ts',
    ]);
  },
);
