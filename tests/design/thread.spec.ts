import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { endOfThread } from '../helpers/pixels.ts';
import { openIn } from '../helpers/states.ts';

/** A point, as an element and fractions of its width and height. */
type Place = [selector: string, right: number, down: number];

/** The points that the thread connects. */
const runs: Record<'from' | 'to', Place>[] = [
  { from: ['.loom', 0.5, 0.985], to: ['#problem ul', 0, 0.01] },
  { from: ['#problem ul', 1, 0.99], to: ['#join-beta input', 0, 0.5] },
];

/** Where a point is on the page. */
const placeOf = (page: Page, [selector, right, down]: Place) =>
  page
    .locator(`${selector}:visible`)
    .first()
    .evaluate(
      (element, [right, down]) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + right * width, y: y + down * height };
      },
      [right, down] as const,
    );

/** The smallest element right below a point of the page. */
function nameAt({ x, y }: Record<'x' | 'y', number>): string {
  const around = [...document.querySelectorAll('main *')].filter((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [middle, below] = [x - scrollX, y - scrollY + 2];
    return (
      left - 3 <= middle &&
      middle <= right + 3 &&
      top <= below &&
      below <= bottom
    );
  });
  const sizeOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width * height;
  };
  const [smallest] = around.sort((one, other) => sizeOf(one) - sizeOf(other));
  return smallest ? nameOf(smallest) : 'the page';
}

/** Adds a card to each section that the thread runs through, and doubles the texts. */
function addCards() {
  for (const list of document.querySelectorAll(
    ':is(#problem, #platform) ul:has(> li > div)',
  ))
    list.append(list.lastElementChild?.cloneNode(true) ?? '');
  for (const text of document.querySelectorAll('h3 + p'))
    text.append(` ${text.textContent}`);
}

test('one thread connects the loom to the last form, with any number of cards', async ({
  page,
  site,
}) => {
  await openIn('idle', page, site);
  for (const cards of ['as they are', 'and one more']) {
    if (cards === 'and one more') await page.evaluate(addCards);
    for (const width of [320, 640, 1024, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const screenshot = await page.screenshot({ fullPage: true });
      for (const run of runs) {
        const [from, to] = [
          await placeOf(page, run.from),
          await placeOf(page, run.to),
        ];
        const end = await endOfThread(screenshot, from, to);
        const place = end && (await page.evaluate(nameAt, end));
        const when = `the thread ends here, at ${width} px, cards ${cards}`;
        expect(place, when).toBeUndefined();
      }
    }
  }
});
