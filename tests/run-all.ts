/** Runs scripts of package.json one after another, each also if one before it failed. */
import { spawnSync } from 'node:child_process';

for (const name of process.argv.slice(2)) {
  // Windows finds `npm` only through a shell.
  const options = { shell: true, stdio: 'inherit' } as const;
  const { status } = spawnSync(`npm run ${name}`, options);
  if (status !== 0) process.exitCode = 1;
}
