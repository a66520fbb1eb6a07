import { withAsciiDomain } from '../../src/stores/email.ts';
import { inSignups, runOwnerCommand } from './client.ts';

await runOwnerCommand(async ({ client, rowsOf, name }) => {
  const [address = '', ...more] = process.argv
    .slice(2)
    .map((text) => text.trim());
  if (!address || more.length > 0)
    throw new Error('Name one address: npm run remove -- someone@example.com');
  const removed = await rowsOf(
    client.rpc('remove_signup', { address: withAsciiDomain(address) }),
  );
  if (removed.length === 0)
    throw new Error(
      `Nobody was removed: that address is not on the list of ${name}`,
    );
  console.log(`Taken off the list of ${name}: ${inSignups(removed.length)}`);
});
