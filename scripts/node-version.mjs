// `npm run dev`, `build`, `start` and `check` begin with this file. npm installs a Node for
// them (optionalDependencies in package.json). On a machine for which there is none, they run
// on the machine's own, which may be too old: the newest feature that they use is
// `import.meta.main`, which Node has since 22.18 and 24.2.
import process from 'node:process';

if (import.meta.main === undefined) {
  console.error(
    `npm installed no Node.js for ${process.platform} ${process.arch}, and this machine's ${process.version} is too old: install version 24 from https://nodejs.org (at least 22.18 or 24.2).`,
  );
  process.exit(1);
}
