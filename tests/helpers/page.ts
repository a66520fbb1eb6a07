import { expect, type Page } from '@playwright/test';

export { fixedTexts } from '../../src/site';

/** The parts of one of the page's two waitlist forms, first or last. */
export function waitlistForm(page: Page, which: 'first' | 'last') {
  const root = page.getByRole('group', { name: 'Join the waitlist' })[which]();
  return {
    root,
    field: root.getByRole('textbox', { name: 'Email address' }),
    button: root.getByRole('button'),
  };
}

/** Opens the page and fills an address into its first form. */
export async function openFilled(page: Page, url: string) {
  await page.goto(url);
  const form = waitlistForm(page, 'first');
  await form.field.fill('ann@example.com');
  return form;
}

/** What a deploy may have removed when an open page asks for it, and whether the page itself is gone too. */
export const removals = [
  ['all scripts', /\.js/, false],
  ['the form’s script alone', /WaitlistForm/, false],
  ['the page too', /\.js|^\/$/, true],
] as const;

/** Waits until both forms show a text; Playwright's own waiting looks only twice a second. */
export const expectInBoth = (page: Page, text: string) =>
  expect.poll(() => page.getByText(text).count(), { intervals: [50] }).toBe(2);

export function headerButton(page: Page) {
  return page.getByRole('banner').getByRole('button');
}

/** Waits until every island is live. */
export async function hydrated(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.mouse.move(6, 6);
  await page.waitForFunction(
    () => !document.querySelector('astro-island[ssr]'),
  );
}

/** Adds style rules that the page's policy would forbid in a style element. */
export const adoptStyles = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);

/** When what the browser tells only its observers, such as a layout shift, has happened on the page so far. */
export const recordedTimes = (page: Page, type: string) =>
  page.evaluate(
    (observed) =>
      new Promise<number[]>((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve(list.getEntries().map(({ startTime }) => startTime)),
        );
        observer.observe({ type: observed, buffered: true });
        setTimeout(resolve, 500, []);
      }),
    type,
  );
