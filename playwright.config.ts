import { defineConfig } from '@playwright/test';
import { chromiumArguments, findHeadlessShell } from './local/chromium';
import type { Options } from './tests/helpers/fixtures';
import { otherPage } from './tests/other-page/build';

export default defineConfig<Options>({
  testDir: 'tests',
  testMatch: '**/*.spec.ts',
  globalSetup: ['./tests/helpers/database.ts', './tests/other-page/build.ts'],
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  snapshotPathTemplate: '{testDir}/design/snapshots/{arg}{ext}',
  outputDir: 'test-results/browser',
  projects: [
    { name: 'our page' },
    // What the check accepts, the tests of the design accept.
    {
      name: 'other page',
      testMatch: 'design/*.spec.ts',
      // Pictures, and what no words and no cards can change.
      grepInvert: /@ours/,
      use: { folder: otherPage },
    },
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // No animations to wait for; tests of animations turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findHeadlessShell(),
      args: chromiumArguments,
    },
  },
});
