import { expect, type Page } from '@playwright/test';
import { fillOtherFields } from './fill.ts';

export { fixedTexts } from '../../src/site.ts';

/** The parts of the page's first or last waitlist form. */
export function waitlistForm(page: Page, which: 'first' | 'last') {
  const root = page.locator('.waitlist')[which]();
  const field = root.getByRole('textbox', { name: 'Email address' });
  return {
    root,
    field,
    button: root.getByRole('button'),
    /** Fills the form: an e-mail, and what else it may require. */
    async fill(email = 'ann@example.com') {
      await page.evaluate(fillOtherFields);
      await field.fill(email);
    },
  };
}

/** Opens the page and fills an e-mail into its first form. */
export async function openFilled(page: Page, url: string) {
  await page.goto(url);
  const form = waitlistForm(page, 'first');
  await form.fill();
  return form;
}

/** Waits until every form shows a text; polls more often than Playwright does by default. */
export async function expectInEveryForm(page: Page, text: string) {
  const forms = page.locator('.waitlist');
  const isInEvery = async () => {
    const shown = await forms.filter({ hasText: text }).count();
    return shown > 0 && shown === (await forms.count());
  };
  await expect.poll(isInEvery, { intervals: [50] }).toBe(true);
}

/** Holds the requests for scripts back until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export function headerButton(page: Page) {
  return page.getByRole('banner').getByRole('button');
}

/** Moves the pointer and waits until every island is hydrated. */
export async function hydrateIslands(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.mouse.move(6, 6);
  await page.waitForFunction(
    () => !document.querySelector('astro-island[ssr]'),
  );
}

/** A performance entry: when it was, and for a layout shift the names of what has moved. */
interface Entry {
  time: number;
  moved: string[];
}

/** The page's performance entries of a type so far, such as `layout-shift`. */
export const entriesOf = (page: Page, type: string) =>
  page.evaluate(
    (entryType) =>
      new Promise<Entry[]>((resolve) => {
        const found: Entry[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            // A mark comes after all entries from before it.
            if (entry.entryType === 'mark') return resolve(found);
            const nodes: { node: Node | null }[] =
              Reflect.get(entry, 'sources') ?? [];
            const moved = nodes.map(({ node }) =>
              node instanceof Element
                ? nameOf(node)
                : `the text "${node?.textContent}"`,
            );
            found.push({ time: entry.startTime, moved });
          }
        });
        observer.observe({ type: entryType, buffered: true });
        observer.observe({ type: 'mark' });
        // A shift in the last frame is reported with the next one.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => performance.mark('end')),
        );
      }),
    type,
  );
