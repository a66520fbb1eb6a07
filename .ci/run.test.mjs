import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { platform } from 'node:process';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../tests/helpers/environment.ts';

/** A folder with copies of our commands. It is in the repository, so npm finds `run-s` for them. */
const folder = resolve('test-results/commands');

const checks = ['types', 'check:words', 'build', 'check:pages'];
const tests = ['lint', 'test:unit', 'test:browser'];

/** Runs a command in the folder. Its steps are replaced: each only prints its name, and the step `failing` fails. */
function run(command, failing = '') {
  const { status, stdout } = spawnSync(command, {
    cwd: folder,
    // Windows finds `npm` only through a shell.
    shell: true,
    env: cleanEnvironment({ FAILING: failing }),
    encoding: 'utf8',
  });
  const steps = [...stdout.matchAll(/^step (.*)/gm)].map(([, step]) => step);
  return { isGreen: status === 0, steps };
}

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const step of [...checks, ...tests])
    scripts[step] = `node step.mjs ${step}`;
  writeFileSync(`${folder}/package.json`, JSON.stringify({ scripts }));
  writeFileSync(
    `${folder}/step.mjs`,
    `const [, , step] = process.argv;
     console.log('step', step);
     process.exitCode = step === process.env.FAILING ? 1 : 0;`,
  );
});

// Netlify publishes what `npm run check` has built, unless the check fails.
describe('npm run check', () => {
  it('is green if every step is', () => {
    expect(run('npm run check')).toEqual({ isGreen: true, steps: checks });
  });

  it.each(checks)('ends and is red if %s is red', (failing) => {
    const steps = checks.slice(0, checks.indexOf(failing) + 1);
    expect(run('npm run check', failing)).toEqual({ isGreen: false, steps });
  });
});

describe('npm test', () => {
  it('runs no test if the check is red', () => {
    const steps = ['types'];
    expect(run('npm test', 'types')).toEqual({ isGreen: false, steps });
  });

  it.each(tests)('runs every test and is red if %s is red', (failing) => {
    const steps = [...checks, ...tests];
    expect(run('npm test', failing)).toEqual({ isGreen: false, steps });
  });
});

// Only Linux has the programs that .ci/run installs.
describe.skipIf(platform !== 'linux')('.ci/run', () => {
  beforeAll(() => {
    cpSync('.ci/run', `${folder}/.ci/run`);
    mkdirSync(`${folder}/bin`, { recursive: true });
    for (const program of ['npm', 'apt-get', 'sudo']) {
      const file = `${folder}/bin/${program}`;
      const step =
        program === 'npm' ? 'echo step $1; test $1 != "$FAILING"' : '';
      writeFileSync(file, `#!/bin/sh\n${step}`);
      chmodSync(file, 0o755);
    }
  });

  it.each([
    ['nothing', true, ['ci', 'test']],
    ['ci', false, ['ci']],
    ['test', false, ['ci', 'test']],
  ])('installs and tests, where %s is red', (failing, isGreen, steps) => {
    const command = 'PATH="$PWD/bin:$PATH" .ci/run';
    expect(run(command, failing)).toEqual({ isGreen, steps });
  });
});
