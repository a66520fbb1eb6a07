import { expect } from '@playwright/test';
import { localDefaults } from '../../local/settings';
import { test } from '../helpers/fixtures';
import {
  openFilled,
  expectInBoth,
  headerButton,
  fixedTexts,
  waitlistForm,
} from '../helpers/page';

for (const which of ['first', 'last'] as const) {
  test(`a visitor joins through the ${which} form, and both confirm it`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    const { root, field, button } = waitlistForm(page, which);
    await expect(button).toBeDisabled();
    await field.fill('ann+news@example.com');
    await expect(button).toBeEnabled();
    await button.click();

    await expectInBoth(page, fixedTexts.success);
    await expect(page.locator('form')).toHaveCount(0);
    await expect(root).toBeFocused();
    await expect(headerButton(page)).toHaveText(fixedTexts.joined);
    expect(await site.rows()).toEqual([
      { email: 'ann+news@example.com', referrer: `${site.url}/` },
    ]);
  });

  test(`a duplicate in the ${which} form is reported in both`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, which);
    await field.fill('ann@example.com');
    await button.click();
    await expectInBoth(page, fixedTexts.success);

    await page.reload();
    await field.fill('ANN@example.com');
    await field.press('Enter');
    await expectInBoth(page, fixedTexts.duplicate);
    await expect(field).toHaveValue('ANN@example.com');
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(fixedTexts.duplicate);
    expect(await site.rows()).toHaveLength(1);
  });
}

test('the referrer is the whole URL of the page', async ({ page, site }) => {
  const url = `${site.url}/?utm_source=news&q=%C3%A9#teams`;
  await page.goto(url);
  const { field } = waitlistForm(page, 'first');
  await field.fill('ann@example.com');
  await field.press('Enter');
  await expectInBoth(page, fixedTexts.success);
  expect(await site.rows()).toEqual([
    { email: 'ann@example.com', referrer: url },
  ]);
  expect(page.url()).toBe(url);
});

test('the insert carries two fields, the public key and nothing else of its own', async ({
  page,
  site,
}) => {
  const { field } = await openFilled(page, site.url);
  const [request] = await Promise.all([
    page.waitForRequest('**/rest/v1/waitlist'),
    field.press('Enter'),
  ]);
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toEqual({
    email: 'ann@example.com',
    referrer: `${site.url}/`,
  });
  const headers = await request.allHeaders();
  expect(headers).toMatchObject({
    apikey: localDefaults.SUPABASE_PUBLISHABLE_KEY,
    'content-type': 'application/json',
  });
  expect(Object.keys(headers)).not.toContain('authorization');
});

test('a visitor who leaves right after pressing is on the list', async ({
  page,
  site,
}) => {
  const { field } = await openFilled(page, site.url);
  await Promise.all([
    page.waitForRequest('**/rest/v1/waitlist'),
    field.press('Enter'),
  ]);
  await page.close();
  await expect.poll(() => site.rows()).toHaveLength(1);
});

test('an invalid address gets the browser’s own message and no request', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  const { field } = waitlistForm(page, 'first');
  await field.fill('ann');
  await field.press('Enter');
  await expect(field).toBeFocused();
  expect(
    await field.evaluate((input: HTMLInputElement) => input.validationMessage),
  ).not.toBe('');
  expect(site.posts).toHaveLength(0);
});
