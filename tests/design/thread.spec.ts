/** Walks down the page, and looks at the pixels of the thread. */
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../helpers/fixtures.ts';
import { serveChanged } from '../helpers/page.ts';

// The page's policy would block the style element.
test.use({ bypassCSP: true });

/** In the pictures the lit thread is red, and nothing else is. */
const redThread = `
  :root { --accent: red }
  * { color: transparent !important }
  header, img, video, .waitlist { visibility: hidden !important }`;

/** Takes a picture of the window, or of the whole page, and tells which of its pixels are red. */
async function takePicture(page: Page, { fullPage }: { fullPage: boolean }) {
  const { data, info } = await sharp(await page.screenshot({ fullPage }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isRed = (x: number, y: number) => {
    const pixel = 3 * (y * info.width + x);
    return Number(data[pixel]) > 150 && Number(data[pixel + 1]) < 90;
  };
  return { height: info.height, isRed };
}

type Picture = Awaited<ReturnType<typeof takePicture>>;

/** Whether a pixel or one beside it is red: the edges of a line may be drawn a little differently. */
const isRedNear = ({ isRed }: Picture, x: number, y: number) =>
  [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => isRed(x + dx, y + dy)));

/** Waits until the entrance animation of the first section is over. */
const waitForEntrance = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map(({ finished }) => finished),
    ),
  );

/** In the page: scrolls, and waits until the browser has drawn the thread. */
function scrollTo(top: number) {
  window.scrollTo({ top, behavior: 'instant' });
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(resolve)),
  );
}

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`the thread is lit from the top down to one line, ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(server.url);
    await page.addStyleTag({ content: redThread });
    // With reduced motion the whole thread is lit.
    const whole = await takePicture(page, { fullPage: true });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await waitForEntrance(page);

    const columns = [...Array(width).keys()];
    const rows = [...Array(height).keys()];
    /** Scrolls, and finds the lowest lit row and the highest dim row of the thread in the window. */
    const scrollAndFind = async (top: number) => {
      await page.evaluate(scrollTo, top);
      const now = await takePicture(page, { fullPage: false });
      return {
        lowestLit: rows.findLast((y) => columns.some((x) => now.isRed(x, y))),
        highestDim: rows.find((y) =>
          columns.some((x) => whole.isRed(x, top + y) && !isRedNear(now, x, y)),
        ),
      };
    };

    const end = whole.height - height;
    // The line is 112 px above the lower edge of the window.
    const stops = [...Array(Math.ceil(end / 220)).keys()].map((n) => 220 * n);
    const stopsWithDim: number[] = [];
    for (const top of stops) {
      const { lowestLit = 0, highestDim = height } = await scrollAndFind(top);
      if (highestDim < height) stopsWithDim.push(top);
      // Pieces overlap by 2 px.
      expect(
        lowestLit,
        `px at which the thread is lit, scrolled to ${top}`,
      ).toBeLessThanOrEqual(highestDim + 4);
    }
    expect(stopsWithDim, 'places where a part is dim').not.toEqual([]);
    expect((await scrollAndFind(end)).highestDim, 'dim at the end').toBe(
      undefined,
    );
  });

/** The whole numbers from `start` to `end`. */
const rangeOf = (start: number, end: number) =>
  Array.from({ length: Math.max(0, end - start) }, (_, step) => start + step);

/** In the page: finds each line of the words in the cards of Platform, in pixels of the whole page. */
const findLines = () =>
  Array.from(
    document.querySelectorAll(
      '.mosaic :is(h3, .card-text p, .brief-lines li, .schema-line)',
    ),
    (block) => {
      const words = document.createRange();
      words.selectNodeContents(block);
      return Array.from(words.getClientRects(), (line) => ({
        text: block.textContent,
        left: Math.ceil(line.left),
        right: Math.floor(line.right),
        top: Math.ceil(line.top + scrollY),
        bottom: Math.floor(line.bottom + scrollY),
      }));
    },
  ).flat();

test('the thread crosses no words where a browser has no subgrids', async ({
  page,
  server,
}) => {
  await serveChanged(page, server.url, (html) =>
    html.replaceAll('subgrid', 'unknown'),
  );
  await page.goto(server.url);
  await page.addStyleTag({ content: redThread });
  const { isRed } = await takePicture(page, { fullPage: true });

  const lines = await page.evaluate(findLines);
  expect(lines, 'the lines of the cards').not.toEqual([]);
  const crossed = lines.filter(({ left, right, top, bottom }) =>
    rangeOf(left, right).some((x) =>
      rangeOf(top, bottom).some((y) => isRed(x, y)),
    ),
  );
  expect(crossed).toEqual([]);
});
