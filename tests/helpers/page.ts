import { expect, type Page } from '@playwright/test';
import { fixedTexts } from '../../src/fixed-texts.ts';
import { fillOtherFields } from './fill.ts';

export { fixedTexts };

/** The parts of the page's first or last waitlist form. */
export function waitlistForm(page: Page, which: 'first' | 'last') {
  const root = page.locator('.waitlist')[which]();
  const field = root.getByRole('textbox', {
    name: fixedTexts.placeholder,
    exact: true,
  });
  return {
    root,
    field,
    button: root.locator('form').getByRole('button'),
    /** Fills the e-mail, and all other fields that the form requires. */
    async fill(email = 'ann@example.com') {
      await page.evaluate(fillOtherFields);
      await field.fill(email);
    },
  };
}

/** The link of the first form to the sentence that says what is kept, and that sentence if it is on this page. */
export async function findPrivacy(page: Page) {
  const link = waitlistForm(page, 'first').root.locator('.waitlist-proof a');
  const href = (await link.getAttribute('href')) ?? '';
  return { link, sentence: href.startsWith('#') ? page.locator(href) : null };
}

/** Opens the page and fills an e-mail into its first form. */
export async function openFilled(page: Page, url: string) {
  await page.goto(url);
  const form = waitlistForm(page, 'first');
  await form.fill();
  return form;
}

/** Waits until every form shows a text. It polls more often than Playwright does by default. */
export async function expectInEveryForm(page: Page, text: string) {
  const forms = page.locator('.waitlist');
  await expect(async () => {
    const shown = await forms.allInnerTexts();
    const words = shown.map((lines) => lines.replace(/\s+/g, ' '));
    expect(words, `the words of each form at ${page.url()}`).not.toEqual([]);
    expect(words, 'the words of each form').toEqual(
      words.map(() => expect.stringContaining(text)),
    );
  }).toPass({ intervals: [50], timeout: 10_000 });
}

/** Holds back the requests whose URL matches `pattern` until the returned function is called. */
export async function holdRequests(page: Page, pattern: string) {
  const release: PromiseWithResolvers<void> = Promise.withResolvers();
  await page.route(pattern, async (route) => {
    await release.promise;
    await route.continue();
  });
  return release.resolve;
}

/** Waits until the browser has sent what the page has requested so far: it sends the request of this function last. */
export const waitForRequests = (page: Page) =>
  page.evaluate(() => fetch('/robots.txt').then(() => undefined));

export const holdScripts = (page: Page) => holdRequests(page, '**/*.js');

/** Serves the front page with another HTML than the server's. */
export const serveChanged = (
  page: Page,
  url: string,
  change: (html: string) => string,
) =>
  page.route(`${url}/`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = change(html);
    expect(body, 'the changed page').not.toBe(html);
    await route.fulfill({ response, body });
  });

export function headerButton(page: Page) {
  return page.getByRole('banner').getByRole('button');
}

/** Comes to the first form, as a key does, and waits until every island is hydrated. */
export async function hydrateIslands(page: Page): Promise<void> {
  await page
    .locator('.waitlist form')
    .first()
    .dispatchEvent('keydown', { bubbles: true });
  await page.waitForFunction(
    () => !document.querySelector('astro-island[ssr]'),
  );
}

/**
 * The performance entries of a type, such as `layout-shift`, that the page has so far. Each has its time
 * in ms and, for a layout shift, the names of the elements that have moved, and from where to where.
 */
export const entriesOf = (page: Page, type: string) =>
  page.evaluate(async (entryType) => {
    // Chromium reports a shift one frame later.
    for (let frame = 0; frame < 2; frame++)
      await new Promise(requestAnimationFrame);
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: entryType, buffered: true });
    const boxOf = ({ x, y, width, height }: DOMRect) =>
      `${width} × ${height} at ${x}, ${y}`;
    return observer.takeRecords().map((entry) => {
      const sources: {
        node: Node | null;
        previousRect: DOMRect;
        currentRect: DOMRect;
      }[] = Reflect.get(entry, 'sources') ?? [];
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        // A part that the browser draws has no node, such as the text of a select.
        const { x, y, width, height } = currentRect;
        const part =
          node ?? document.elementFromPoint(x + width / 2, y + height / 2);
        const name = part instanceof Element ? nameOf(part) : part?.textContent;
        return `${name}: from ${boxOf(previousRect)} to ${boxOf(currentRect)}`;
      });
      return { time: entry.startTime, moved };
    });
  }, type);
