import { expect } from '@playwright/test';
import { test as base } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import { fillOtherFields } from '../helpers/fill.ts';
import { fixedTexts } from '../helpers/page.ts';
import { enterKey, isInstalled, startWebKit, type WebKit } from './webkit.ts';

/** Playwright works only with its own build of WebKit, so these tests control Debian's WebKitGTK. */
const test = base.extend<object, { webkit: WebKit }>({
  webkit: [
    async ({}, use) => {
      const webkit = await startWebKit();
      await use(webkit);
      await webkit.close();
    },
    { scope: 'worker' },
  ],
});

test.skip(
  !isInstalled,
  'WebKitGTK is not installed: on Debian, webkit2gtk-driver and xvfb.',
);
test.describe.configure({ mode: 'default' });

const field = '#join [name=email]';

/** Fills the first form. `text` is the e-mail, and may end with a key. */
async function fill(webkit: WebKit, text: string) {
  await webkit.evaluate(`(${fillOtherFields})()`);
  await webkit.type(field, text);
}

/** The text that the first form shows, in one line; empty while another page is open. */
const shownText = (webkit: WebKit) =>
  webkit.evaluate(
    'document.querySelector("#join")?.innerText.replaceAll("\\n", " ") ?? ""',
  );

test('joining again leads into the same form', async ({ webkit, server }) => {
  // After a reload WebKit scrolls to the fragment.
  await webkit.open(`${server.url}/#teams`);
  await webkit.evaluate(`(${fillOtherFields})()`);
  // WebKit itself refuses a domain outside ASCII.
  await webkit.type('#join-beta [name=email]', `ann@müller.de${enterKey}`);
  await expect.poll(() => shownText(webkit)).toContain(fixedTexts.success);
  expect(await server.rows()).toMatchObject([
    { email: 'ann@xn--mller-kva.de' },
  ]);

  await webkit.type('#join-beta .waitlist-sent button', enterKey);
  const field = 'document.activeElement';
  await expect
    .poll(() => webkit.evaluate(`[${field}.id, ${field}.value, location.href]`))
    .toEqual(['join-beta-email', '', `${server.url}/`]);
  const roomBelow = `innerHeight - ${field}.getBoundingClientRect().bottom`;
  await expect.poll(() => webkit.evaluate(roomBelow)).toBeGreaterThan(0);
  expect(server.loads).toBe(2);
});

test('a press ends in the error without scripts, and the next joins', async ({
  webkit,
  server,
}) => {
  await webkit.open(server.url);
  server.removed = /\.js/;
  await fill(webkit, `ann@example.com${enterKey}`);
  await expect.poll(() => shownText(webkit)).toContain(fixedTexts.networkError);
  server.removed = undefined;
  await fill(webkit, enterKey);
  await expect.poll(() => shownText(webkit)).toContain(fixedTexts.success);
  expect([server.loads, server.posts.length]).toEqual([1, 1]);
});

test('a form works after a visitor has left its submit', async ({
  webkit,
  server,
}) => {
  let endRequest: (() => unknown) | undefined;
  server.answerInsertsWith((request) => {
    endRequest = () => request.socket.destroy();
  });
  // WebKit decides whether it keeps the page in the back-forward cache. Mostly it does.
  let isKept = false;
  for (let attempt = 1; attempt <= 4 && !isKept; attempt++) {
    // Ends the request of the attempt before: WebKit opens few connections to a server, and a
    // request without an answer would block the next page.
    endRequest?.();
    endRequest = undefined;
    await webkit.open(server.url);
    await fill(webkit, `ann@example.com${enterKey}`);
    await expect.poll(() => endRequest, 'the request').toBeDefined();
    // A kept page sends this request when the visitor returns; a page that is loaded anew does not.
    const back = '/back';
    await webkit.evaluate(
      `onpageshow = () => fetch('${back}', { method: 'POST' })`,
    );
    await webkit.open(`${server.url}/robots.txt`);
    // The driver's own command waits for a load event, which a kept page never fires.
    await webkit.evaluate('setTimeout(() => history.back())');
    isKept = await expect
      .poll(() => server.posts, { timeout: 10_000 })
      .toContain(back)
      .then(() => true)
      .catch(() => false);
  }
  expect(isKept, 'WebKit has kept the page').toBe(true);
  // The page's time limit, which would also end the submit, comes after 15 seconds.
  await expect
    .poll(() => shownText(webkit), { timeout: 10_000 })
    .toContain(fixedTexts.networkError);
  server.answerInsertsWith(answering(201));
  await fill(webkit, enterKey);
  await expect.poll(() => shownText(webkit)).toContain(fixedTexts.success);
});
