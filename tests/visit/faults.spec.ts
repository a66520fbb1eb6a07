import type { RequestListener } from 'node:http';
import { expect } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { answering } from '../helpers/http';
import { fixedTexts, waitlistForm } from '../helpers/page';

// One of each kind that a browser tells apart; the table of all is the store's test.
const faults: [string, RequestListener, string][] = [
  ['a 201 with an empty body', answering(201), fixedTexts.success],
  [
    'a 409 with 23505',
    answering(409, '{"code":"23505"}'),
    fixedTexts.duplicate,
  ],
  ['a 500', answering(500), fixedTexts.refused],
  [
    'a redirect that would hand the address on',
    (_request, response) =>
      response.writeHead(307, { Location: '/elsewhere' }).end(),
    fixedTexts.refused,
  ],
  [
    'a connection that is reset',
    (request) => request.socket.resetAndDestroy(),
    fixedTexts.unanswered,
  ],
];

for (const [fault, listener, message] of faults) {
  test(`${fault} is told as it is`, async ({ page, site }) => {
    site.answerInsertsWith(listener);
    await page.goto(site.url);
    const { field, button } = waitlistForm(page, 'first');
    await field.fill('ann@example.com');
    await field.press('Enter');
    await expect(page.getByText(message)).toHaveCount(2);
    // Chromium repeats, by itself, what got no answer on a connection it had used before.
    expect(new Set(site.posts)).toEqual(new Set(['/rest/v1/waitlist']));
    if (message === fixedTexts.success) return;

    await expect(field).toHaveValue('ann@example.com');
    await expect(field).toBeFocused();
    await expect(button).toBeEnabled();
    site.answerInsertsWith(answering(201));
    await button.click();
    await expect(page.getByText(fixedTexts.success)).toHaveCount(2);
  });
}

test('an unreachable backend behind the rewrite is a server error', async ({
  page,
  site,
}) => {
  await site.stopBackend();
  await page.goto(site.url);
  const { field } = waitlistForm(page, 'first');
  await field.fill('ann@example.com');
  await field.press('Enter');
  await expect(page.getByText(fixedTexts.refused)).toHaveCount(2);
});

test('a server that is gone is a network error', async ({ page, site }) => {
  await page.goto(site.url);
  const { field, button } = waitlistForm(page, 'first');
  await field.fill('ann@example.com');
  await expect(button).toBeEnabled();
  await site.stop();
  await button.click();
  await expect(page.getByText(fixedTexts.unanswered)).toHaveCount(2);
  await expect(field).toHaveValue('ann@example.com');
});

test('a visitor who is offline can try again once back', async ({
  page,
  context,
  site,
}) => {
  await page.goto(site.url);
  const { field, button } = waitlistForm(page, 'first');
  await field.fill('ann@example.com');
  await expect(button).toBeEnabled();
  await context.setOffline(true);
  await button.click();
  await expect(page.getByText(fixedTexts.unanswered)).toHaveCount(2);

  await context.setOffline(false);
  await button.click();
  await expect(page.getByText(fixedTexts.success)).toHaveCount(2);
});
