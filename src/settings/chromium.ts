import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const { PATH = '', ProgramFiles = '' } = process.env;

/** Where browsers are installed: on Linux, on macOS, on Windows. */
const folders = [
  ...PATH.split(delimiter),
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
  join(ProgramFiles, 'Google/Chrome/Application'),
];

/** The path of the first of these programs that is installed. */
const findProgram = (...names: string[]) =>
  names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));

/** The path of the Chrome or Chromium that `CHROME_PATH` names, else of Playwright's or the system's; `undefined` if there is none. */
export function findChromium(): string | undefined {
  const paths = [process.env['CHROME_PATH'] ?? '', chromium.executablePath()];
  return (
    paths.find((path) => existsSync(path)) ??
    findProgram(
      'google-chrome-stable',
      'google-chrome',
      'chromium',
      'chromium-browser',
      'Google Chrome',
      'Chromium',
      'chrome.exe',
    )
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

/** Lets Chromium run as root, makes no requests of its own, and draws text alike with and without windows. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--font-render-hinting=none',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
