import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The path of the first of these programs that is installed. */
const findProgram = (...names: string[]) => {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
};

/**
 * Finds a Chrome or Chromium: the one that `CHROME_PATH` names, else the one that Playwright has
 * installed, else the system's. Returns `undefined` if there is none.
 */
export function findChromium(): string | undefined {
  const named = process.env['CHROME_PATH'];
  if (named && !existsSync(named))
    throw new Error(`CHROME_PATH names no program: ${named}`);
  const paths = [
    named ?? '',
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
 * Finds the browser that the tests run in: the one that `CHROME_PATH` names, else Chromium's headless
 * shell, which has no windows and is faster, else the browser of `findChromium`. Returns an empty path
 * if Playwright has installed Chromium: it has then installed a headless shell, too, and starts it.
 * https://playwright.dev/docs/browsers#chromium-headless-shell
 */
export function findTestBrowser(): string {
  const browser = findChromium() ?? '';
  if (browser === chromium.executablePath()) return '';
  if (process.env['CHROME_PATH']) return browser;
  return findProgram('chromium-headless-shell') ?? browser;
}

/**
 * With the first argument Chromium draws text as its headless shell does. With the second it draws the
 * same on screens of any density.
 */
export const chromiumArguments = [
  '--font-render-hinting=none',
  '--force-device-scale-factor=1',
];
