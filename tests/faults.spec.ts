import type { RequestListener } from 'node:http';
import { expect } from '@playwright/test';
import { test } from './fixtures';
import { answering } from './http';
import { messages, waitlistForm } from './page';

/** Announces 100 bytes, sends fewer and ends the connection. */
const cutOff =
  (status: number, body: string): RequestListener =>
  (_request, response) => {
    response
      .writeHead(status, {
        'Content-Type': 'application/json',
        'Content-Length': 100,
      })
      .write(body);
    setTimeout(() => response.destroy(), 50);
  };

const html =
  '<!doctype html><title>Log in</title><h1>Welcome to the hotel</h1>';

const faults: [string, RequestListener, string][] = [
  ['a 201 with an empty body', answering(201), messages.success],
  [
    'a 201 with a body that is cut off',
    cutOff(201, '[{"id":'),
    messages.success,
  ],
  ['a 409 with 23505', answering(409, '{"code":"23505"}'), messages.duplicate],
  [
    'a 409 with another code',
    answering(409, '{"code":"23503"}'),
    messages.refused,
  ],
  ['a 409 with HTML', answering(409, html, 'text/html'), messages.refused],
  ['a 409 with null', answering(409, 'null'), messages.refused],
  ['a 409 that is cut off', cutOff(409, '{"code":"23505"'), messages.refused],
  ['a 400', answering(400, '{"code":"23514"}'), messages.refused],
  ['a 401', answering(401, '{"message":"Invalid API key"}'), messages.refused],
  ['a 404', answering(404), messages.refused],
  ['a 429', answering(429, '{"code":"PT429"}'), messages.refused],
  ['a 500', answering(500), messages.refused],
  ['a 503 with HTML', answering(503, html, 'text/html'), messages.refused],
  [
    "a captive portal's page",
    answering(200, html, 'text/html'),
    messages.refused,
  ],
  [
    "a redirect to a captive portal's page",
    (_request, response) => response.writeHead(302, { Location: '/' }).end(),
    messages.refused,
  ],
  [
    'a redirect that would hand the address on',
    (_request, response) =>
      response.writeHead(307, { Location: '/elsewhere' }).end(),
    messages.refused,
  ],
  [
    'a connection that is reset',
    (request) => request.socket.resetAndDestroy(),
    messages.unanswered,
  ],
  [
    'a connection that ends without an answer',
    (request) => request.socket.end(),
    messages.unanswered,
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
    if (message === messages.success) return;

    await expect(field).toHaveValue('ann@example.com');
    await expect(field).toBeFocused();
    await expect(button).toBeEnabled();
    site.answerInsertsWith(answering(201));
    await button.click();
    await expect(page.getByText(messages.success)).toHaveCount(2);
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
  await expect(page.getByText(messages.refused)).toHaveCount(2);
});

test('a server that is gone is a network error', async ({ page, site }) => {
  await page.goto(site.url);
  const { field, button } = waitlistForm(page, 'first');
  await field.fill('ann@example.com');
  await expect(button).toBeEnabled();
  await site.stop();
  await button.click();
  await expect(page.getByText(messages.unanswered)).toHaveCount(2);
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
  await expect(page.getByText(messages.unanswered)).toHaveCount(2);

  await context.setOffline(false);
  await button.click();
  await expect(page.getByText(messages.success)).toHaveCount(2);
});

test('a call without an answer is given up after 15 seconds', async ({
  page,
  site,
}) => {
  site.answerInsertsWith(() => undefined);
  await page.goto(site.url);
  const { field, button } = waitlistForm(page, 'first');
  await field.fill('ann@example.com');
  await field.press('Enter');
  await expect(button).toHaveText('Joining...');
  const start = Date.now();
  await expect(page.getByText(messages.unanswered)).toHaveCount(2, {
    timeout: 20_000,
  });
  expect(Date.now() - start).toBeGreaterThan(14_000);
  await expect(button).toBeEnabled();
});
