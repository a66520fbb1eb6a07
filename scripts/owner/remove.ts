import { domainToUnicode } from 'node:url';
import { withAsciiDomain } from '../../src/stores/email.ts';
import { inSignups, runOwnerCommand } from './client.ts';

await runOwnerCommand(async ({ rows, name }) => {
  const [address = '', ...more] = process.argv
    .slice(2)
    .map((text) => text.trim());
  if (!address || more.length > 0) {
    throw new Error('Name one address: npm run remove -- someone@example.com');
  }
  let count = 0;
  for (const spelling of spellingsOf(address)) {
    const removed = await rows('rpc/remove_signup', { address: spelling });
    count += removed.length;
  }
  if (count === 0) {
    throw new Error(
      `Nobody was removed: that address is not on the list of ${name}`,
    );
  }
  console.log(`Taken off the list of ${name}: ${inSignups(count)}`);
});

/**
 * How one person's address may stand on the list: as it was named, and with its domain in
 * ASCII, as the page sends it, or in its own script, as a row from elsewhere may have it.
 */
function spellingsOf(address: string): Set<string> {
  const ascii = withAsciiDomain(address);
  const unicode = ascii.replace(/[^@]*$/, domainToUnicode);
  // What is no domain is read as another one: müller.de of xn--mller-kva.de/x.
  const isSamePerson =
    withAsciiDomain(unicode).toLowerCase() === ascii.toLowerCase();
  return new Set([address, ascii, isSamePerson ? unicode : address]);
}
