import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { execPath } from 'node:process';
import { expect, it } from 'vitest';

/** Vitest's report. */
const unit = (passed, failed, success = failed === 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  success,
});

/** Playwright's report. */
const browser = (expected, unexpected, flaky = 0, errors = []) => ({
  stats: { expected, unexpected, flaky, skipped: 2 },
  errors,
});

it.each([
  ['no failures', unit(10, 0), browser(5, 0), 3, '15 passed, 0 failed'],
  ['failed tests', unit(9, 1), browser(3, 2), 3, '12 passed, 3 failed'],
  ['a flaky test', unit(10, 0), browser(4, 0, 1), 3, '14 passed, 1 failed'],
  [
    'a file that Vitest cannot load',
    unit(10, 0, false),
    browser(5, 0),
    3,
    '15 passed, 1 failed',
  ],
  [
    'a run that Playwright cannot start',
    unit(10, 0),
    browser(0, 0, 0, [{ message: 'Error: no server' }]),
    3,
    '10 passed, 1 failed',
  ],
  ['no report of Vitest', undefined, browser(5, 0), 2, '5 passed, 1 failed'],
  ['no report of Playwright', unit(10, 0), undefined, 1, '10 passed, 1 failed'],
  ['half a report', unit(10, 0), '{"stats":', 1, '10 passed, 1 failed'],
  ['no report', undefined, undefined, 0, '0 passed, 2 failed'],
])('counts %s', (_what, unit, browser, skipped, tally) => {
  const folder = 'test-results/tally';
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/test-results`, { recursive: true });
  for (const [name, report] of Object.entries({ unit, browser }))
    if (report !== undefined)
      writeFileSync(
        `${folder}/test-results/${name}.json`,
        typeof report === 'string' ? report : JSON.stringify(report),
      );
  const script = resolve('.ci/tally.mjs');
  const output = execFileSync(execPath, [script], { cwd: folder });
  expect(String(output)).toBe(
    `${skipped} skipped: see above which\n${tally}\n`,
  );
});
