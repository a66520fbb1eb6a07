import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newDataFolder } from '../tests/helpers/database.ts';
import { cleanEnvironment } from '../tests/helpers/environment.ts';
import { postRows } from '../tests/helpers/http.ts';
import { openDatabase } from './database.ts';

const keys = { publishableKey: 'public', secretKey: 'secret' };

const signUp = (url: string, number: number) =>
  postRows(
    url,
    keys.publishableKey,
    { email: `${number}@x.example` },
    { 'x-forwarded-for': `192.0.2.${number % 10}` },
  );

test('every signup that was answered with 201 is kept when the process is killed', async () => {
  const dataDirectory = newDataFolder();
  const script = `
    import { startBackend } from ${JSON.stringify(new URL('./backend.ts', import.meta.url).href)};
    const { url } = await startBackend(${JSON.stringify({ ...keys, dataDirectory, port: 0 })});
    console.log(url);
  `;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { env: cleanEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] },
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

  const database = await openDatabase(dataDirectory);
  const { rows } = await database.query<{ email: string }>(
    'select email from waitlist',
  );
  const stored = rows.map(({ email }) => email);
  expect(stored).toEqual(expect.arrayContaining(accepted));
  await database.close();
  rmSync(dataDirectory, { recursive: true });
});
