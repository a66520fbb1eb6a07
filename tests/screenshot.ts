/** Takes the README's screenshot of the page, with the fonts of this machine. */
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { listen } from '../local/listen.ts';
import { createNetlifySite } from '../local/netlify-site.ts';
import { chromiumArguments, findTestBrowser } from '../local/chromium.ts';

const server = await listen(createNetlifySite('dist'));
const browser = await chromium.launch({
  executablePath: findTestBrowser(),
  args: chromiumArguments,
});
const page = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
});
await page.goto(server.url);
const screenshot = await page.screenshot();
await sharp(screenshot).png({ palette: true }).toFile('.github/screenshot.png');
await browser.close();
await server.close();
