import { runOwnerCommand } from './client.ts';

await runOwnerCommand(async ({ list, rows, name }) => {
  const [email = '', ...more] = process.argv
    .slice(2)
    .map((text) => text.trim());
  if (!email || more.length > 0) {
    throw new Error('Name one address: npm run remove -- someone@example.com');
  }
  const removed = await rows(
    list.from('waitlist_removals').insert({ email }).select('email'),
  );
  if (removed.length === 0) {
    throw new Error(
      `Nobody was removed: that address is not on the list of ${name}`,
    );
  }
  console.log(`One signup was taken off the list of ${name}`);
});
