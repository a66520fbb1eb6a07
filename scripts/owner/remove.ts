import { runOwnerCommand } from './client.ts';

await runOwnerCommand(async ({ rows, name }) => {
  const [address = '', ...more] = process.argv
    .slice(2)
    .map((text) => text.trim());
  if (!address || more.length > 0) {
    throw new Error('Name one address: npm run remove -- someone@example.com');
  }
  const removed = await rows('rpc/remove_signup', { address });
  if (removed.length === 0) {
    throw new Error(
      `Nobody was removed: that address is not on the list of ${name}`,
    );
  }
  console.log(`One signup was taken off the list of ${name}`);
});
