// Adds up the reports of Vitest and Playwright, and ends with the line `N passed, N failed`. A
// report that is missing counts as one failure. So does a run that failed without a failed test:
// Vitest could not load a file, or Playwright could not start.
import { readFileSync } from 'node:fs';

const countsOf = {
  unit: ({ numPassedTests, numFailedTests, numPendingTests, success }) => ({
    passed: numPassedTests,
    failed: numFailedTests || (success ? 0 : 1),
    skipped: numPendingTests,
  }),
  browser: ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }),
};

const total = { passed: 0, failed: 0, skipped: 0 };
for (const [name, count] of Object.entries(countsOf)) {
  let counts;
  try {
    const report = readFileSync(`test-results/${name}.json`, 'utf8');
    counts = count(JSON.parse(report));
  } catch {
    counts = { passed: 0, failed: 1, skipped: 0 };
  }
  for (const result of Object.keys(total)) total[result] += counts[result];
}
console.log(`${total.skipped} skipped: see above which`);
console.log(`${total.passed} passed, ${total.failed} failed`);
