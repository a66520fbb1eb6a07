// Adds up the reports of Vitest and Playwright. A missing report counts as one failure.
import { readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;
let skipped = 0;
for (const name of ['unit', 'browser']) {
  try {
    const report = JSON.parse(
      readFileSync(`test-results/${name}.json`, 'utf8'),
    );
    passed += report.numPassedTests ?? report.stats.expected;
    failed +=
      report.numFailedTests ?? report.stats.unexpected + report.stats.flaky;
    // Vitest counts no failed test for a file that it cannot load.
    if (report.success === false && report.numFailedTests === 0) failed++;
    skipped += report.numPendingTests ?? report.stats.skipped;
  } catch {
    failed++;
  }
}
console.log(`${skipped} skipped: see above which`);
console.log(`${passed} passed, ${failed} failed`);
