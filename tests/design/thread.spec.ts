import { expect } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { isConnected } from '../helpers/pixels';
import { openIn } from '../helpers/states';

/** The points that the thread connects, each as an element and fractions of its width and height. */
const runs: Record<'from' | 'to', [string, right: number, down: number]>[] = [
  { from: ['.loom', 0.5, 0.985], to: ['#problem ul', 0, 0.01] },
  { from: ['#problem ul', 1, 0.99], to: ['#join-beta input', 0, 0.5] },
];

for (const cards of ['as they are', 'and one more, with twice the text'])
  test(`one thread connects the loom to the last form, cards ${cards}`, async ({
    page,
    site,
  }) => {
    await openIn('idle', page, site);
    if (cards !== 'as they are')
      await page.evaluate(() => {
        for (const list of document.querySelectorAll(
          ':is(#problem, #platform) ul:has(> li > div)',
        ))
          list.append(list.lastElementChild?.cloneNode(true) ?? '');
        for (const text of document.querySelectorAll('h3 + p'))
          text.append(` ${text.textContent}`);
      });
    for (const width of [320, 360, 640, 768, 1024, 1280, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const screenshot = await page.screenshot({ fullPage: true });
      for (const run of runs) {
        const [from, to] = await Promise.all(
          [run.from, run.to].map(async ([selector, right, down]) => {
            const shown = page.locator(`${selector}:visible`).first();
            const { x, y, width, height } = await shown.evaluate((element) =>
              element.getBoundingClientRect().toJSON(),
            );
            return { x: x + right * width, y: y + down * height };
          }),
        );
        expect(
          from && to && (await isConnected(screenshot, from, to)),
          `from ${run.from[0]} at ${width} px`,
        ).toBe(true);
      }
    }
  });
