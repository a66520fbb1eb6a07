// Run first by `npm run dev`, `build`, `start` and `check`. npm installs a Node for its scripts
// (optionalDependencies in package.json); where it has none for the machine, the machine's own
// may be too old.
// `import.meta.main` is the newest of what they use; Node has it since 22.18 and 24.2.
import process from 'node:process';

if (import.meta.main === undefined) {
  console.error(
    `npm installed no Node.js for ${process.platform} ${process.arch}, and this machine's ${process.version} is too old: install version 24 from https://nodejs.org (22.18 and 24.2 are the oldest that work).`,
  );
  process.exit(1);
}
