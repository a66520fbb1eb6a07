// Installs Chromium, unless a Chrome or Chromium is found.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../../local/chromium.ts';

const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
const installers: [string, string[]][] = [
  [process.execPath, [playwright, 'install', '--with-deps', 'chromium']],
  ['sh', ['-c', 'apt-get update && apt-get install --yes chromium']],
];
for (const [command, commandArguments] of installers) {
  if (findChromium()) break;
  console.log(
    `There is no Chrome or Chromium, so this runs: ${command} ${commandArguments.join(' ')}`,
  );
  try {
    execFileSync(command, commandArguments, {
      stdio: 'inherit',
      timeout: 300_000,
    });
  } catch {
    // The installer has printed the reason; the next one may work.
  }
}
if (!findChromium()) {
  console.error(
    'The browser tests need Chrome or Chromium. Install it (on Debian: apt-get install chromium) or name it with CHROME_PATH.',
  );
  process.exit(1);
}
