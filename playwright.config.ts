import { defineConfig } from '@playwright/test';
import { chromiumArguments, findTestBrowser } from './local/chromium.ts';

export default defineConfig({
  testDir: 'tests',
  globalSetup: ['./tests/helpers/build.ts', './tests/helpers/database.ts'],
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A CI machine may have only two processors, and tests start servers and databases of their own.
  workers: 2,
  timeout: 60_000,
  // WebKit and Firefox are slow on a busy machine.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./tests/helpers/skip-reasons.ts']],
  snapshotPathTemplate: '{testDir}/design/snapshots/{arg}{ext}',
  outputDir: 'test-results/browser',
  use: {
    viewport: { width: 1280, height: 800 },
    // A trace takes time. On your machine you can repeat a test that has failed, so only CI records traces.
    trace: process.env['CI'] ? 'retain-on-failure' : 'off',
    // Without animations no test waits for them. The tests of motion turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findTestBrowser(),
      args: chromiumArguments,
    },
  },
});
