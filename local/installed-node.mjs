/**
 * Starts the Node that npm has installed, in the place of a process that runs on another Node, and ends as that Node
 * ends. `node-options` in .npmrc imports this module into the first process of each npm script.
 *
 * npm itself should put the installed Node first in the PATH, as `node_modules/.bin/node`. But npm 10.8 to 11.6 remove
 * that link after the installation, together with the packages for other platforms: five packages have the same link.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

const read = (path) => new URL(`../${path}`, import.meta.url);
const { optionalDependencies } = JSON.parse(readFileSync(read('package.json')));
// npm installs only the package for this platform.
const installed = Object.keys(optionalDependencies)
  .flatMap((name) => ['node', 'node.exe'].map((file) => `${name}/bin/${file}`))
  .map((path) => fileURLToPath(read(`node_modules/${path}`)))
  .find((path) => existsSync(path));

// Processes that this process starts, for example in another folder, need no import.
delete process.env['NODE_OPTIONS'];

if (installed && realpathSync(installed) !== realpathSync(process.execPath)) {
  process.env['PATH'] = dirname(installed) + delimiter + process.env['PATH'];
  const child = spawn(
    installed,
    [...process.execArgv, ...process.argv.slice(1)],
    { stdio: 'inherit' },
  );
  // At Ctrl-C the terminal sends SIGINT to both processes, so this process waits for the other.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill());
  child.on('exit', (code) => process.exit(code ?? 1));
  // This process runs nothing else.
  await new Promise(() => {});
}
