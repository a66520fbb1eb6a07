/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os';
import { getViteConfig } from 'astro/config';

/** The tests in `src` that read a build or convert pictures, and so run in Node. */
const built = 'src/**/*.built.test.ts';

export default getViteConfig({
  test: {
    // Vitest's defaults, from 1 to 10 seconds, are too short on a busy machine. Some hooks create databases.
    testTimeout: 60_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // One worker more than there are processors, since some tests only wait for their child processes.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [built],
          environment: 'jsdom',
          setupFiles: 'tests/helpers/testing-library.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{local,supabase,scripts}/**/*.test.ts', built],
          globalSetup: ['tests/helpers/build.ts', 'tests/helpers/database.ts'],
        },
      },
    ],
  },
});
