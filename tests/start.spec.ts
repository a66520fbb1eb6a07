import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { fixedTexts, waitlistForm } from './helpers/page';

interface Server {
  url: string;
  /** Resolves to what it printed, once it has ended. */
  end: (signal: NodeJS.Signals) => Promise<string>;
}

interface Local {
  port: number;
  /** Runs one of the local servers as npm would, until it answers or has ended. */
  run: (
    script: 'start' | 'dev' | 'check-port',
    supabaseUrl?: string,
  ) => Promise<Server>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

const test = base.extend<{ local: Local }>({
  local: async ({}, use) => {
    const directory = await mkdtemp(join(tmpdir(), 'briefloom-'));
    const [port, backendPort] = [await freePort(), await freePort()];
    const SUPABASE_URL = `http://127.0.0.1:${backendPort}`;
    await cp('dist', join(directory, 'dist'), { recursive: true });
    await cp('netlify.toml', join(directory, 'netlify.toml'));
    await writeFile(
      join(directory, 'dist/_redirects'),
      `/rest/v1/waitlist ${SUPABASE_URL}/rest/v1/waitlist 200!`,
    );

    const children: ChildProcess[] = [];
    await use({
      port,
      async run(script, supabaseUrl = SUPABASE_URL) {
        const child = spawn('node', [resolve(`local/${script}.ts`)], {
          cwd: script === 'dev' ? process.cwd() : directory,
          env: {
            ...process.env,
            PORT: String(port),
            DATA_DIR: join(directory, 'data'),
            SUPABASE_URL: supabaseUrl,
          },
        });
        children.push(child);
        const ended = once(child, 'exit');
        let output = '';
        await new Promise<void>((resolve) => {
          for (const stream of [child.stdout, child.stderr]) {
            stream.on('data', (chunk) => {
              output += String(chunk);
              if (output.includes(`is at http://localhost:${port}`)) resolve();
            });
          }
          void ended.then(() => resolve());
        });
        return {
          url: `http://localhost:${port}`,
          async end(signal) {
            child.kill(signal);
            await ended;
            return output;
          },
        };
      },
    });
    for (const child of children) child.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  },
});

test('a signup stands after stopping and starting, and after a kill', async ({
  page,
  local,
}) => {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const { url, end } = await local.run('start');
    await page.goto(url);
    const { field } = waitlistForm(page, 'first');
    await field.fill(`${signal}@example.com`);
    await field.press('Enter');
    await expect(page.getByText(fixedTexts.success)).toHaveCount(2);
    expect(await end(signal)).not.toContain('@example.com');
  }

  const { url, end } = await local.run('start');
  for (const signal of ['SIGINT', 'SIGKILL']) {
    await page.goto(url);
    const { field } = waitlistForm(page, 'first');
    await field.fill(`${signal}@example.com`);
    await field.press('Enter');
    await expect(page.getByText(fixedTexts.duplicate)).toHaveCount(2);
  }
  await end('SIGTERM');
});

test('what keeps the page from starting is told in one line', async ({
  local,
}) => {
  const first = await local.run('start');
  for (const script of ['start', 'check-port'] as const) {
    const second = await local.run(script);
    expect((await second.end('SIGINT')).trim()).toBe(
      `Port ${local.port} is taken: stop what listens there, or choose another with PORT=….`,
    );
  }
  await first.end('SIGINT');

  for (const url of [
    'garbage',
    'http://127.0.0.1',
    'https://127.0.0.1:1',
    'http://[::1]:1',
  ]) {
    const { end } = await local.run('start', url);
    expect((await end('SIGINT')).trim()).toMatch(
      /^.*SUPABASE_URL ".*".* must be like http:\/\/127\.0\.0\.1:54321\.$/,
    );
  }
});

test('the development server takes a signup', async ({ page, local }) => {
  const { url, end } = await local.run('dev');
  await page.goto(url);
  const { field } = waitlistForm(page, 'first');
  await field.fill('ann@example.com');
  await field.press('Enter');
  await expect(page.getByText(fixedTexts.success)).toHaveCount(2);
  await end('SIGINT');
});
