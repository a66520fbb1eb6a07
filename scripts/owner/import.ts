import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatSignups, runOwnerCommand } from './client.ts';
import { readPeople, type Person } from './people.ts';
import { readSignups } from './signups.ts';

/** The people of one request. Supabase ends a request after 8 seconds. */
const partLength = 200;

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const uniqueViolation = '23505';
// A value that its column cannot read, such as the time 2026-02-30, or one that a check refuses
const wrongValue = /^22|^23514$/;

await runOwnerCommand(async (ownerClient) => {
  const { client, errorOf, label } = ownerClient;
  const [fileName = '', ...more] = process.argv.slice(2);
  if (!fileName || more.length > 0)
    throw new Error('Name one file: npm run import -- waitlist.csv');
  const file = resolve(fileName);
  const { columns, people, refused } = await readFile(file)
    .then(readPeople)
    .catch((error: Error) => {
      throw new Error(`Nobody was added from ${file}: ${error.message}`);
    });
  console.log(`Columns read: ${columns.join(', ')}.`);
  refused.forEach(printRefused);

  const signups = await readSignups(ownerClient, ['email']);
  const listed = new Set(signups.map(({ email }) => email.toLowerCase()));
  const missing = [...people]
    .filter(([email]) => !listed.has(email))
    .map(([, person]) => person);
  let known = people.size - missing.length;
  let added = 0;
  /** Adds people by one request. Returns false if the database refuses the request for one of several people. */
  async function add(part: Person[]): Promise<boolean> {
    const rows = part.map(({ row }) => row);
    const response = await client.from('waitlist').insert(rows);
    const code = response.error?.code ?? '';
    if (response.status === 201) added += part.length;
    else if (code !== uniqueViolation && !wrongValue.test(code))
      throw new Error(
        `${errorOf(response).message}. Added before that: ${formatSignups(added)}. Run the command again to add the others.`,
      );
    else if (part.length > 1) return false;
    else if (code === uniqueViolation) known += 1;
    else printRefused(`${part[0]?.place}: ${errorOf(response).message}`);
    return true;
  }
  for (let start = 0; start < missing.length; start += partLength) {
    const part = missing.slice(start, start + partLength);
    // One of these people has joined in the meantime, or has a wrong value.
    if (!(await add(part))) for (const person of part) await add([person]);
  }
  console.log(
    `Added to the list of ${label}: ${formatSignups(added)}. On it already: ${formatSignups(known)}.`,
  );
});

/** Prints a line whose text was not added. Then the command ends with 1, although it adds the others. */
function printRefused(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
