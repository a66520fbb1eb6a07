import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints each skipped test with its reason, below the list of all tests. The reporter `list` prints no reasons. */
export default class SkipReasons implements Reporter {
  private readonly lines: string[] = [];

  onTestEnd({ title }: TestCase, { status, annotations }: TestResult): void {
    if (status !== 'skipped') return;
    const reasons = annotations.flatMap(({ description = [] }) => description);
    this.lines.push(`  - ${title}: ${reasons.join(' ')}`);
  }

  onEnd(): void {
    if (this.lines.length > 0)
      console.log(`\nSkipped:\n${this.lines.join('\n')}`);
  }
}
