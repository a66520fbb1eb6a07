import { withAsciiDomain } from '../../src/stores/email.ts';
import { formatSignups, runOwnerCommand } from './client.ts';

await runOwnerCommand(async ({ client, rowsOf, label }) => {
  const [address = '', ...more] = process.argv
    .slice(2)
    .map((argument) => argument.trim());
  if (!address || more.length > 0)
    throw new Error('Name one address: npm run remove -- someone@example.com');
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
