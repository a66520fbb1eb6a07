import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, test } from 'vitest';

test('a process on another Node continues on the Node that npm has installed', ({
  skip,
}) => {
  const [installed] = globSync('node_modules/node-*/bin/node{,.exe}');
  if (!installed) return skip('npm has no Node for this platform.');
  const other = `test-results/${basename(installed)}`;
  mkdirSync('test-results', { recursive: true });
  copyFileSync(installed, other);
  const { stdout, status } = spawnSync(
    resolve(other),
    [
      '--import=./local/installed-node.mjs',
      '-e',
      'console.log(process.execPath, process.env.NODE_OPTIONS); process.exit(3)',
    ],
    { encoding: 'utf8' },
  );
  expect(stdout.trim()).toBe(`${resolve(installed)} undefined`);
  expect(status).toBe(3);
});
