import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatSignups, runOwnerCommand } from './client.ts';
import { formatCsv } from './csv.ts';
import { exportedColumns, readSignups } from './signups.ts';
import { readableSource } from './sources.ts';

await runOwnerCommand(async (ownerClient) => {
  const [fileName = '', ...more] = process.argv.slice(2);
  if (!fileName || more.length > 0)
    throw new Error('Name one new file: npm run export -- waitlist.csv');
  const file = resolve(fileName);
  try {
    // The whole list is read before the file is created.
    const signups = await readSignups(ownerClient, exportedColumns);
    const rows = signups.map(({ source, ...signup }) => ({
      ...signup,
      source: source && readableSource(source),
    }));
    await writeNew(file, formatCsv(exportedColumns, rows));
    console.log(
      `The whole list of ${ownerClient.label}: ${formatSignups(signups.length)}, in ${file}`,
    );
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${file} was not written: ${message}`, { cause: error });
  }
});

/** Writes a new file that only this user can read. Replaces no file, because a file may have the owner's notes. */
async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
  } catch (error) {
    // For example, the disk is full. No part of the list stays behind.
    await rm(file);
    throw error;
  } finally {
    await handle.close();
  }
}
