import { createInterface } from 'node:readline/promises';
import { readEmail, withAsciiDomain } from '../../src/stores/email.ts';
import { formatSignups, runOwnerCommand } from './client.ts';

await runOwnerCommand(async ({ client, rowsOf, label }) => {
  const [email = '', ...more] = await readInput();
  if (!email || more.length > 0)
    throw new Error('Nobody was removed: enter one e-mail, on one line');
  const removed = await rowsOf(
    client.rpc('remove_signup', { address: withAsciiDomain(email) }),
  );
  if (removed.length === 0)
    throw new Error(
      `Nobody was removed: that e-mail is not on the list of ${label}`,
    );
  console.log(
    `Removed from the list of ${label}: ${formatSignups(removed.length)}`,
  );
});

/**
 * The line that the owner types, or the lines of a pipe. The e-mail is no argument of the
 * command: a shell would run a part of `` `ls`@x.example ``, which is a valid e-mail.
 */
async function readInput(): Promise<string[]> {
  const { stdin: input, stdout } = process;
  const reader = createInterface({
    input,
    // With an output it would print what it reads from a pipe.
    output: input.isTTY ? stdout : undefined,
    prompt: 'E-mail to remove: ',
  });
  reader.prompt();
  const lines: string[] = [];
  for await (const line of reader) {
    lines.push(readEmail(line));
    // A pipe ends by itself. Lines pasted with this one still come, and are refused.
    if (input.isTTY) reader.close();
  }
  return lines;
}
