/** Takes the picture of the page in the README. */
import { chromium } from '@playwright/test';
import { listen } from '../local/listen.ts';
import { createNetlifySite } from '../local/netlify.ts';
import {
  chromiumArguments,
  findHeadlessShell,
} from '../src/settings/chromium.ts';
import { fixFonts } from './helpers/fonts.ts';

const site = await listen(createNetlifySite('dist'));
const browser = await chromium.launch({
  executablePath: findHeadlessShell(),
  args: chromiumArguments,
});
const page = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
  bypassCSP: true,
});
await page.goto(site.url);
await fixFonts(page);
await page.screenshot({ path: '.github/screenshot.png' });
await browser.close();
await site.close();
