import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../helpers/fixtures.ts';
import { openInState } from '../helpers/states.ts';

type Point = Record<'x' | 'y', number>;

/** A point of an element, as fractions of its width and height. */
type Location = [selector: string, right: number, down: number];

/** The points that the thread connects; it leaves from the loom, if that is on the page. */
const runs: Record<'from' | 'to', Location>[] = [
  { from: ['.loom', 0.5, 0.985], to: ['#problem ul', 0, 0.01] },
  { from: ['#problem ul', 1, 0.99], to: ['#join-beta input', 0, 0.5] },
];

/** Where a point of an element is on the page. */
const pointAt = (page: Page, [selector, right, down]: Location) =>
  page
    .locator(`${selector}:visible`)
    .first()
    .evaluate(
      (element, [right, down]) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + right * width, y: y + scrollY + down * height };
      },
      [right, down] as const,
    );

/**
 * Follows pixels of the thread's colour in a screenshot from one point to another, each of
 * which may be two pixels off. Resolves to the lowest point that it reaches if it does not
 * arrive, which is where the thread ends.
 */
async function findEnd(
  screenshot: Buffer,
  from: Point,
  to: Point,
): Promise<Point | undefined> {
  const { data, info } = await sharp(screenshot)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixelAt = ({ x, y }: Point) =>
    Math.round(y) * info.width + Math.round(x);
  /** The pixels of the thread in a square around one. */
  const threadAround = (pixel: number, distance: number) => {
    const found: number[] = [];
    for (let down = -distance; down <= distance; down++)
      for (let right = -distance; right <= distance; right++) {
        const index = pixel + down * info.width + right;
        const [red = 0, , blue = 255] = data.subarray(3 * index);
        if (red - blue > 64) found.push(index);
      }
    return found;
  };

  const reached = new Set(threadAround(pixelAt(from), 2));
  // The loop comes to what it adds, too.
  for (const pixel of reached)
    for (const next of threadAround(pixel, 1)) reached.add(next);
  if (threadAround(pixelAt(to), 2).some((pixel) => reached.has(pixel))) return;
  const lowest = [...reached].reduce(
    (one, other) => Math.max(one, other),
    pixelAt(from),
  );
  return { x: lowest % info.width, y: Math.floor(lowest / info.width) };
}

/** In the page: the name of what is at a point. */
function nameAt({ x, y }: Point): string {
  scrollTo(0, y - innerHeight / 2);
  return nameOf(document.elementFromPoint(x, y - scrollY) ?? document.body);
}

/** In the page: adds a card to each list of cards, and doubles their texts. */
function addCards() {
  for (const list of document.querySelectorAll('main ul:has(> li h3)'))
    list.append(list.lastElementChild?.cloneNode(true) ?? '');
  for (const text of document.querySelectorAll('h3 + p'))
    text.append(` ${text.textContent}`);
}

test('one thread connects the loom to the last form, with any number of cards', async ({
  page,
  server,
}) => {
  await openInState('idle', page, server);
  for (const cards of ['as they are', 'and one more']) {
    if (cards === 'and one more') await page.evaluate(addCards);
    for (const width of [320, 640, 1024, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const screenshot = await page.screenshot({ fullPage: true });
      for (const { from, to } of runs) {
        if ((await page.locator(from[0]).count()) === 0) continue;
        const end = await findEnd(
          screenshot,
          await pointAt(page, from),
          await pointAt(page, to),
        );
        expect(
          end && (await page.evaluate(nameAt, end)),
          `the thread ends here, at ${width} px, cards ${cards}`,
        ).toBeUndefined();
      }
    }
  }
});
