import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The path of the first of these programs that is installed. */
const findProgram = (...names: string[]) =>
  names
    .flatMap((name) =>
      (process.env['PATH'] ?? '').split(delimiter).map((it) => join(it, name)),
    )
    .find((path) => existsSync(path));

/**
 * The path of the Chrome or Chromium that `CHROME_PATH` names, else of Playwright's own
 * or the system's; `undefined` if there is none.
 */
export function findChromium(): string | undefined {
  const paths = [
    process.env['CHROME_PATH'] ?? '',
    chromium.executablePath(),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
  ];
  return (
    paths.find((path) => existsSync(path)) ??
    findProgram('google-chrome', 'chromium', 'chromium-browser')
  );
}

/**
 * The path of what the tests run in: Chromium's headless shell, the engine without
 * the browser's own windows, which needs less than half the processor time; else
 * the browser of `findChromium`. Empty for Playwright's own browser: it takes its shell.
 * https://playwright.dev/docs/browsers#chromium-headless-shell
 */
export function findHeadlessShell(): string {
  const found = findChromium() ?? '';
  if (found === chromium.executablePath()) return '';
  const shell = findProgram('chromium-headless-shell') ?? found;
  return process.env['CHROME_PATH'] ? found : shell;
}

/** Besides Playwright's own: text is drawn alike with and without windows. */
export const chromiumArguments = [
  '--font-render-hinting=none',
  '--disable-quic',
];
