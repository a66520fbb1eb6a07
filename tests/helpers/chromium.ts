import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { Launcher } from 'chrome-launcher';

/** The path of a Chrome or Chromium: Playwright's own, else the one that `CHROME_PATH` names or the system has. */
export function findChromium(): string | undefined {
  const playwrights = chromium.executablePath();
  if (existsSync(playwrights)) return playwrights;
  try {
    return Launcher.getFirstInstallation();
  } catch {
    return undefined; // chrome-launcher throws where it finds none
  }
}

/** What Chromium needs to run as root and without a network beyond this machine. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function installChromium(): void {
  const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const ways: [string, string[]][] = [
    [process.execPath, [playwright, 'install', '--with-deps', 'chromium']],
    ['sh', ['-c', 'apt-get update && apt-get install --yes chromium']],
  ];
  for (const [command, commandArguments] of ways) {
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
