import { createInterface } from 'node:readline/promises';
import { withAsciiDomain } from '../../src/stores/email.ts';
import { formatSignups, runOwnerCommand } from './client.ts';

await runOwnerCommand(async ({ client, rowsOf, label }) => {
  const [address = '', ...more] = await readInput();
  if (!address || more.length > 0)
    throw new Error('Nobody was removed: enter one address, on one line');
  const removed = await rowsOf(
    client.rpc('remove_signup', { address: withAsciiDomain(address) }),
  );
  if (removed.length === 0)
    throw new Error(
      `Nobody was removed: that address is not on the list of ${label}`,
    );
  console.log(
    `Removed from the list of ${label}: ${formatSignups(removed.length)}`,
  );
});

/**
 * The line that the owner types, or the lines of a pipe. The address is no argument of the
 * command: a shell would run a part of `` `ls`@x.example ``, which is a valid address.
 */
async function readInput(): Promise<string[]> {
  const { stdin: input, stdout } = process;
  const reader = createInterface({
    input,
    // With an output it would print what it reads from a pipe.
    output: input.isTTY ? stdout : undefined,
    prompt: 'Address to remove: ',
  });
  reader.prompt();
  const lines: string[] = [];
  for await (const line of reader) {
    lines.push(line.trim());
    // A pipe ends by itself. Lines pasted with this one still come, and are refused.
    if (input.isTTY) reader.close();
  }
  return lines;
}
