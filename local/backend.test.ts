import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newDataFolder } from '../tests/helpers/data-folder.ts';
import { postRows } from '../tests/helpers/http.ts';
import { startBackend } from './backend.ts';
import { listen } from './listen.ts';

const keys = { publishableKey: 'public', secretKey: 'secret' };
let dataDirectory: string;
beforeEach(() => {
  dataDirectory = newDataFolder();
});
afterEach(() => {
  rmSync(dataDirectory, { recursive: true });
});

const signUp = (url: string, number: number) =>
  postRows(
    url,
    keys.publishableKey,
    { email: `${number}@x.example` },
    { 'x-forwarded-for': `192.0.2.${number % 10}` },
  );

async function storedEmails(url: string): Promise<string[]> {
  const response = await fetch(`${url}/rest/v1/waitlist?select=email`, {
    headers: { apikey: keys.secretKey },
  });
  return ((await response.json()) as { email: string }[]).map(
    ({ email }) => email,
  );
}

describe('every signup that was answered with 201 is kept', () => {
  test('when the process is killed', async () => {
    const script = `
      import { startBackend } from ${JSON.stringify(new URL('./backend.ts', import.meta.url).href)};
      const { url } = await startBackend(${JSON.stringify({ ...keys, dataDirectory, port: 0 })});
      console.log(url);
    `;
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [output] = (await once(child.stdout, 'data')) as [Buffer];
    const url = output.toString().trim();

    const accepted: string[] = [];
    const signups = Array.from({ length: 100 }, async (_, number) => {
      const status = await signUp(url, number).catch(() => 0);
      if (status === 201) accepted.push(`${String(number)}@x.example`);
      if (accepted.length === 40) child.kill('SIGKILL');
    });
    await Promise.all([once(child, 'exit'), ...signups]);
    // Some were running when it was killed.
    expect(accepted.length).toBeGreaterThanOrEqual(40);
    expect(accepted.length).toBeLessThan(100);

    const backend = await startBackend({ ...keys, dataDirectory, port: 0 });
    const stored = await storedEmails(backend.url);
    expect(accepted.filter((email) => !stored.includes(email))).toEqual([]);
    await backend.close();
  });

  test('when the backend is closed during signups', async () => {
    const first = await startBackend({ ...keys, dataDirectory, port: 0 });
    const accepted: string[] = [];
    const signups = Array.from({ length: 100 }, async (_, number) => {
      const status = await signUp(first.url, number).catch(() => 0);
      if (status === 201) accepted.push(`${String(number)}@x.example`);
    });
    await signups[0];
    await Promise.all([first.close(), ...signups]);

    const second = await startBackend({ ...keys, dataDirectory, port: 0 });
    const stored = await storedEmails(second.url);
    expect(stored.sort()).toEqual(accepted.sort());
    await second.close();
  });
});

test('a taken port is reported in one line, and the data folder is released', async () => {
  const { port, close } = await listen(() => undefined);
  await expect(startBackend({ ...keys, dataDirectory, port })).rejects.toThrow(
    /^Port \d+ is taken.*$/,
  );
  await close();
  const backend = await startBackend({ ...keys, dataDirectory, port });
  await backend.close();
});
