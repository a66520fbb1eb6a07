// Adds up the reports of Vitest and Playwright; a step that left no report counts as one failure.
import { readFileSync } from 'node:fs';

const totals = ['unit', 'browser'].map((name) => {
  try {
    const { numPassedTests, numFailedTests, stats } = JSON.parse(
      readFileSync(`test-results/${name}.json`, 'utf8'),
    );
    return [
      numPassedTests ?? stats.expected,
      numFailedTests ?? stats.unexpected + stats.flaky,
    ];
  } catch {
    return [0, 1];
  }
});
const [passed, failed] = [0, 1].map((index) =>
  totals.reduce((sum, total) => sum + total[index], 0),
);
console.log(`${passed} passed, ${failed} failed`);
