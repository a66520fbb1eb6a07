import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures';
import {
  headerButton,
  hydrated,
  fixedTexts,
  waitlistForm,
} from '../helpers/page';

const background = (page: Page) =>
  page
    .getByRole('banner')
    .evaluate((header) => getComputedStyle(header).backgroundColor);

const transparent = 'rgba(0, 0, 0, 0)';

test('the header is transparent at 20 px and dark translucent at 21', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await hydrated(page);
  const scrollTo = (y: number) =>
    page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);

  await scrollTo(20);
  await expect.poll(() => background(page)).toBe(transparent);
  await scrollTo(21);
  await expect.poll(() => background(page)).toMatch(/[,/] 0\.\d+\)$/);
  await scrollTo(20);
  await expect.poll(() => background(page)).toBe(transparent);
});

test('the header button scrolls smoothly to the first form and focuses its field', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(site.url);
  await hydrated(page);
  await page.evaluate(() =>
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }),
  );
  const start = await page.evaluate(() => scrollY);

  await headerButton(page).click();
  const positions = await page.evaluate(async () => {
    const seen = [scrollY];
    await new Promise((resolve) =>
      addEventListener('scrollend', resolve, { once: true }),
    );
    return [...seen, scrollY];
  });
  expect(positions[0]).toBeGreaterThan(start / 2);
  const { field } = waitlistForm(page, 'first');
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
});

test('with reduced motion the scroll is instant', async ({ page, site }) => {
  await page.goto(site.url);
  await hydrated(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await headerButton(page).evaluate((button: HTMLButtonElement) =>
    button.click(),
  );
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(waitlistForm(page, 'first').field).toBeInViewport({
    ratio: 1,
    timeout: 1,
  });
});

test('after a success the header says so and still leads to the first form’s place', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  const { field } = waitlistForm(page, 'last');
  await field.fill('ann@example.com');
  await field.press('Enter');
  await expect(page.getByText(fixedTexts.success)).toHaveCount(2);

  await page.getByRole('button', { name: fixedTexts.joined }).click();
  await expect(page.getByText(fixedTexts.success).first()).toBeInViewport();
});
