import { runOwnerCommand } from './client.ts';

await runOwnerCommand(async ({ list, rows, url }) => {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) {
    throw new Error('Name one address: npm run remove -- someone@example.com');
  }
  const removed = await rows(
    list.from('waitlist_removals').insert({ email }).select('email'),
  );
  if (removed.length === 0) {
    throw new Error(
      `Nobody was removed: that address is not on the list of ${url}`,
    );
  }
  console.log(`One signup is off the list of ${url}`);
});
