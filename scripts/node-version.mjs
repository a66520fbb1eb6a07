// Runs before what needs a newer Node than npm: where npm installed none (optionalDependencies
// in package.json), the machine's own runs the scripts, and may be too old for them.
// `import.meta.main` is the newest of what they use; Node has it since 22.18 and 24.2.
import process from 'node:process';

if (import.meta.main === undefined) {
  console.error(
    `npm installed no Node.js for ${process.platform} ${process.arch}, and this machine's ${process.version} is too old: install version 24 from https://nodejs.org (22.18 and 24.2 are the oldest that work).`,
  );
  process.exit(1);
}
