/** Runs the scripts of package.json that its arguments name, one after another. A failed script does not stop the next one. */
import { spawnSync } from 'node:child_process';

for (const name of process.argv.slice(2)) {
  // Windows finds `npm` only through a shell.
  const options = { shell: true, stdio: 'inherit' } as const;
  const { status } = spawnSync(`npm run ${name}`, options);
  if (status !== 0) process.exitCode = 1;
}
