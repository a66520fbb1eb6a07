import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import {
  fixedTexts,
  headerButton,
  hydrateIslands,
  waitlistForm,
} from '../helpers/page.ts';

const scrollTo = (page: Page, y: number) =>
  page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);

test('the header is dark from 21 px of scroll on', async ({ page, site }) => {
  await page.goto(site.url);
  await hydrateIslands(page);
  for (const [y, background] of [
    [20, 'rgba(0, 0, 0, 0)'],
    [21, /[,/] 0\.\d+\)$/],
    [20, 'rgba(0, 0, 0, 0)'],
  ] as const) {
    await scrollTo(page, y);
    await expect(page.getByRole('banner')).toHaveCSS(
      'background-color',
      background,
    );
  }
});

for (const [reducedMotion, how] of [
  ['no-preference', 'smoothly'],
  ['reduce', 'at once'],
] as const)
  test(`the header’s button scrolls ${how} to the first field`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto(site.url);
    await hydrateIslands(page);
    await scrollTo(page, 10_000);

    const hasMoved = await headerButton(page).evaluate(
      (button: HTMLElement) => {
        const before = scrollY;
        button.click();
        return scrollY !== before;
      },
    );
    expect(hasMoved).toBe(reducedMotion === 'reduce');
    const { field } = waitlistForm(page, 'first');
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport({ ratio: 1 });
  });

test('after success the header’s button says so, and leads to the confirmation', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  const { field } = waitlistForm(page, 'last');
  await field.fill('ann@example.com');
  await field.press('Enter');
  await page.getByRole('button', { name: fixedTexts.joined }).click();
  const confirmation = page
    .getByRole('group', { name: fixedTexts.success })
    .first();
  await expect(confirmation).toBeFocused();
  await expect(confirmation).toBeInViewport({ ratio: 1 });
});
