import { createInterface } from 'node:readline/promises';
import { formatSignups, runOwnerCommand } from './client.ts';
import { emailIn } from './people.ts';

await runOwnerCommand(async ({ client, rowsOf, label }) => {
  const [email, ...more] = (await readLines()).map(emailIn);
  if (!email || more.length > 0)
    throw new Error('Nobody was removed: enter one e-mail, on one line');
  const removed = await rowsOf(
    client.rpc('remove_signup', { given_email: email }),
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
 * Asks for an e-mail, and returns the lines that the owner types or pastes, or the lines of a pipe. The
 * e-mail is no argument of the command: a shell would run a part of `` `ls`@x.example ``, which is
 * a valid e-mail. The question goes to stderr, so that stdout has only the result.
 */
async function readLines(): Promise<string[]> {
  const { stdin, stderr } = process;
  const question = 'E-mail to remove: ';
  if (stdin.isTTY) {
    const reader = createInterface({
      input: stdin,
      output: stderr,
      prompt: question,
    });
    reader.prompt();
    const lines: string[] = [];
    for await (const line of reader) {
      lines.push(line);
      // The loop still gets the lines that were pasted with this one, and the command refuses them.
      reader.close();
    }
    return lines;
  }
  // A terminal that Node takes for a pipe, such as Git Bash on Windows, never ends the input: the
  // owner's Enter does.
  stderr.write(`${question}\n`);
  let text = '';
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.endsWith('\n')) break;
  }
  return text.trim().split(/\r?\n/);
}
