import { expect, type Page } from '@playwright/test';

export { fixedTexts } from '../../src/site.ts';

/** The parts of one of the page's two waitlist forms, first or last. */
export function waitlistForm(page: Page, which: 'first' | 'last') {
  const root = page.locator('.waitlist')[which]();
  return {
    root,
    field: root.getByRole('textbox', { name: 'Email address' }),
    button: root.getByRole('button'),
  };
}

/** Opens the page and fills an e-mail address into its first form. */
export async function openFilled(page: Page, url: string) {
  await page.goto(url);
  const form = waitlistForm(page, 'first');
  await form.field.fill('ann@example.com');
  return form;
}

/** Waits until both forms show a text; polls more often than Playwright does by default. */
export const expectInBoth = (page: Page, text: string) =>
  expect.poll(() => page.getByText(text).count(), { intervals: [50] }).toBe(2);

export function headerButton(page: Page) {
  return page.getByRole('banner').getByRole('button');
}

/** Moves the pointer and waits until every island is hydrated. */
export async function hydrated(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.mouse.move(6, 6);
  await page.waitForFunction(
    () => !document.querySelector('astro-island[ssr]'),
  );
}

/** The start times, in milliseconds, of the page's performance entries of a type so far, such as `layout-shift`. */
export const entryTimes = (page: Page, type: string) =>
  page.evaluate(
    (entryType) =>
      new Promise<number[]>((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(list.getEntries().map(({ startTime }) => startTime)),
        );
        observer.observe({ type: entryType, buffered: true });
        setTimeout(resolve, 500, []);
      }),
    type,
  );
