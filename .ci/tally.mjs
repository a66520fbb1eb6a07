// Names what was skipped, then adds up the reports of Vitest and Playwright; a step that left no report counts as one failure.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

let passed = 0;
let failed = 0;
const skipped = new Set();
for (const name of ['unit', 'browser']) {
  try {
    const report = JSON.parse(
      readFileSync(`test-results/${name}.json`, 'utf8'),
    );
    passed += report.numPassedTests ?? report.stats.expected;
    failed +=
      report.numFailedTests ?? report.stats.unexpected + report.stats.flaky;
    // A test file that cannot be loaded has no failed test.
    if (report.success === false && report.numFailedTests === 0) failed++;
    for (const file of report.testResults ?? [])
      if (file.assertionResults.some(({ status }) => status === 'skipped'))
        skipped.add(relative('', file.name));
    for (const suite of report.suites ?? [])
      if (suite.specs.some((spec) => spec.tests[0].status === 'skipped'))
        skipped.add(suite.file);
  } catch {
    failed++;
  }
}
console.log(`Skipped in: ${[...skipped].join(', ') || 'no file'}`);
console.log(`${passed} passed, ${failed} failed`);
