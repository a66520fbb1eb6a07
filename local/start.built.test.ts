import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createConnection, createServer, isIPv6 } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDataFolder } from '../tests/helpers/database.ts';
import { cleanEnvironment } from '../tests/helpers/environment.ts';
import { postRows } from '../tests/helpers/http.ts';
import { listen } from './listen.ts';
import { localDefaults } from '../src/settings/local.ts';

let directory: string;
let dataDirectory: string;
let port: number;
let backendUrl: string;
let children: ChildProcess[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'briefloom-'));
  dataDirectory = newDataFolder();
  children = [];
  const free = [await listen(() => undefined), await listen(() => undefined)];
  for (const server of free) await server.close();
  port = free[0]?.port ?? 0;
  backendUrl = free[1]?.url ?? '';
  for (const part of ['dist', '.netlify', 'netlify.toml'])
    cpSync(part, join(directory, part), { recursive: true });
  const config = join(directory, '.netlify/v1/config.json');
  const rules = readFileSync(config, 'utf8');
  writeFileSync(config, rules.replace(localDefaults.SUPABASE_URL, backendUrl));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of [directory, dataDirectory])
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Starts a local script as npm does; resolves once its page answers or it has ended. */
async function run(script: 'start' | 'dev', supabaseUrl = backendUrl) {
  const child = spawn(process.execPath, [resolve(`local/${script}.ts`)], {
    cwd: script === 'dev' ? process.cwd() : directory,
    env: cleanEnvironment({
      PORT: String(port),
      DATA_DIR: dataDirectory,
      SUPABASE_URL: supabaseUrl,
    }),
  });
  children.push(child);
  const ended = once(child, 'exit');
  let output = '';
  await new Promise<void>((answers) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
        if (output.includes(`is at http://localhost:${port}`)) answers();
      });
    }
    void ended.then(() => answers());
  });
  return {
    /** Ends it with a signal; resolves to what it printed. */
    async end() {
      child.kill('SIGINT');
      await ended;
      return output.trim();
    },
  };
}

/** The addresses that `localhost` may stand for on this machine, which may have no IPv6. */
const loopback = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .map(({ address }) => address)
  .filter((address) => ['127.0.0.1', '::1'].includes(address));

const signUp = (email: string, address = '127.0.0.1') =>
  postRows(
    `http://${isIPv6(address) ? `[${address}]` : address}:${port}`,
    localDefaults.SUPABASE_PUBLISHABLE_KEY,
    { email },
  );

test('a signup is kept after a stop, which waits for no other request', async () => {
  const { end } = await run('start');
  for (const address of loopback)
    createConnection(port, address)
      .on('error', () => undefined)
      .write('POST / HTTP/1.1\r\nHost: x\r\n');
  expect(await signUp('ann@example.com')).toBe(201);
  expect(await end()).not.toContain('@example.com');
  await run('start');
  expect(await signUp('ann@example.com')).toBe(409);
});

test.for(['start', 'dev'] as const)(
  'the page accepts signups at each address of localhost: %s',
  async (script) => {
    await run(script);
    expect((await fetch(`http://localhost:${port}`)).status).toBe(200);
    for (const [number, address] of loopback.entries())
      expect(await signUp(`${number}@x.example`, address), address).toBe(201);
  },
);

test('a taken port is reported in one line, even if nothing answers there', async () => {
  const backendPort = Number(new URL(backendUrl).port);
  const pageAddresses = loopback.map((address) => [port, address] as const);
  for (const taken of [...pageAddresses, [backendPort, '127.0.0.1'] as const]) {
    const silent = createServer().listen(...taken);
    await once(silent, 'listening');
    const { end } = await run('start');
    expect(await end()).toMatch(
      new RegExp(`^Port ${taken[0]} is taken, .* with PORT=.*$`),
    );
    silent.close();
  }
});

test.for(['garbage', 'http://127.0.0.1', 'https://127.0.0.1:1'])(
  'a URL that the embedded backend cannot have is reported in one line: %s',
  async (url) => {
    const { end } = await run('start', url);
    expect(await end()).toMatch(
      /^.*SUPABASE_URL ".*".* must be like http:\/\/127\.0\.0\.1:54321\.$/,
    );
  },
);
