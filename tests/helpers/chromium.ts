import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { Launcher } from 'chrome-launcher';

/** The path of Playwright's Chromium, else of the one that `CHROME_PATH` names or the system has; `undefined` if there is none. */
export function findChromium(): string | undefined {
  const bundled = chromium.executablePath();
  if (existsSync(bundled)) return bundled;
  try {
    return Launcher.getFirstInstallation();
  } catch {
    return undefined; // chrome-launcher throws where it finds none
  }
}

/**
 * The path of what the tests run in: Chromium's headless shell, the engine without
 * the browser's own windows, which needs less than half the processor time; else
 * the browser of `findChromium`. Empty for Playwright's own browsers: it takes their shell.
 * https://playwright.dev/docs/browsers#chromium-headless-shell
 */
export function findHeadlessShell(): string {
  const debian = '/usr/bin/chromium-headless-shell';
  const found = findChromium() ?? '';
  if (found === chromium.executablePath()) return '';
  return !process.env['CHROME_PATH'] && existsSync(debian) ? debian : found;
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

function installChromium(): void {
  const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const installers: [string, string[]][] = [
    [process.execPath, [playwright, 'install', '--with-deps', 'chromium']],
    ['sh', ['-c', 'apt-get update && apt-get install --yes chromium']],
  ];
  for (const [command, commandArguments] of installers) {
    console.log(
      `No Chrome or Chromium found, trying: ${command} ${commandArguments.join(' ')}`,
    );
    try {
      execFileSync(command, commandArguments, {
        stdio: 'inherit',
        timeout: 300_000,
      });
    } catch {
      continue;
    }
    if (findChromium()) return;
  }
  console.error(
    'The browser tests need Chrome or Chromium. Install it (on Debian: apt-get install chromium) or name it with CHROME_PATH.',
  );
  process.exit(1);
}

if (import.meta.main && !findChromium()) installChromium();
