import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatSignups, runOwnerCommand, type OwnerClient } from './client.ts';
import { readPeople, type Person } from './people.ts';
import { readSignups } from './signups.ts';

/** The people of one request. Supabase ends a request after 8 seconds. */
const partLength = 500;

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const uniqueViolation = '23505';
// A value that its column cannot read, such as the time 2026-02-30, or one that a check refuses
const wrongValue = /^22|^23514$/;

await runOwnerCommand(async (ownerClient) => {
  const [fileName = '', ...more] = process.argv.slice(2);
  if (!fileName || more.length > 0)
    throw new Error('Name one file: npm run import -- waitlist.csv');
  const file = resolve(fileName);
  const contents = await readFile(file)
    .then(readPeople)
    .catch((error: Error) => {
      throw new Error(`Nobody was added from ${file}: ${error.message}`);
    });
  console.log(contents.columns);
  contents.refused.forEach(printRefused);

  const signups = await readSignups(ownerClient, ['email']);
  const listed = new Set(signups.map(({ email }) => email.toLowerCase()));
  const people = [...contents.people]
    .filter(([email]) => !listed.has(email))
    .map(([, person]) => person);
  const counts = { added: 0, known: contents.people.size - people.length };
  try {
    await addPeople(ownerClient, people, counts);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(
      `${message}. Added before that: ${formatSignups(counts.added)}. Run the command again to add the others.`,
      { cause: error },
    );
  }
  console.log(
    `Added to the list of ${ownerClient.label}: ${formatSignups(counts.added)}. On it already: ${formatSignups(counts.known)}.`,
  );
});

/** Prints a line whose text was not added. Then the command ends with 1, although it adds the others. */
function printRefused(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}

/**
 * Adds people in their order, some hundred in one request, and counts them. The database refuses a whole
 * request for one person who has joined in the meantime, or whose row has a wrong value. Then each half is
 * sent by itself, down to the one row.
 */
async function addPeople(
  { client, errorOf }: OwnerClient,
  people: Person[],
  counts: { added: number; known: number },
): Promise<void> {
  async function add(part: Person[]): Promise<void> {
    const rows = part.map(({ row }) => row);
    const response = await client.from('waitlist').insert(rows);
    const code = response.error?.code ?? '';
    if (response.status === 201) counts.added += part.length;
    else if (code !== uniqueViolation && !wrongValue.test(code))
      throw errorOf(response);
    else if (part.length > 1) {
      const middle = Math.ceil(part.length / 2);
      await add(part.slice(0, middle));
      await add(part.slice(middle));
    } else if (code === uniqueViolation) counts.known += 1;
    else printRefused(`${part[0]?.place}: ${errorOf(response).message}`);
  }
  for (let start = 0; start < people.length; start += partLength)
    await add(people.slice(start, start + partLength));
}
