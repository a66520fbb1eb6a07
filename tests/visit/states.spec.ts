import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import {
  findPrivacy,
  fixedTexts,
  headerButton,
  hydrateIslands,
  waitlistForm,
} from '../helpers/page.ts';
import { goThroughStates, type State } from '../helpers/states.ts';

/** The parts of a form, and the states in which a visitor sees each. */
const parts: [selector: string, shownIn: State[]][] = [
  ['[name=email]', ['idle', 'error', 'loading']],
  ['form button', ['idle', 'error', 'loading']],
  ['.waitlist-proof p', ['idle', 'loading']],
  ['.waitlist-error', ['error']],
  ['.waitlist-success', ['success']],
  ['.waitlist-sent', ['success']],
];

test('every form shows each state', async ({ page, server }) => {
  for await (const state of goThroughStates(page, server)) {
    for (const [selector, shownIn] of parts) {
      const shown = page.locator(`.waitlist ${selector}`);
      await expect(shown).not.toHaveCount(0);
      for (const part of await shown.all())
        await expect(part, `${selector}, ${state}`).toBeVisible({
          visible: shownIn.includes(state),
        });
    }
    // What is kept can be read beside every result.
    const { sentence } = await findPrivacy(page);
    if (sentence) await expect(sentence, state).toBeVisible();
  }
});

const ids = { first: 'join', last: 'join-beta' };
const proofLink = `#${ids.first} .waitlist-proof a`;

/** The two results, and the part of a form that then has the focus. */
const results = [
  [answering(409, '{"code":"23505"}'), '[name=email]', fixedTexts.duplicate],
  [answering(201), '.waitlist-success', fixedTexts.success],
] as const;

const moves: {
  visitor: string;
  /** The form that the visitor submits. */
  used: 'first' | 'last';
  /** What the visitor does while the submit is running. */
  move: (page: Page) => Promise<unknown>;
  /** The form that the visitor is at when the result comes. */
  at?: 'first' | 'last';
  /** The element that keeps the focus, if the visitor has gone on. */
  kept?: string;
}[] = [
  {
    visitor: 'stays at the last form',
    used: 'last',
    move: async () => undefined,
    at: 'last',
  },
  {
    visitor: 'clicks on the last form, which is disabled',
    used: 'first',
    move: (page) => waitlistForm(page, 'last').field.click({ force: true }),
    at: 'last',
  },
  {
    visitor: 'is led to the first form by the header’s button',
    used: 'last',
    move: (page) => headerButton(page).click(),
    at: 'first',
  },
  {
    visitor: 'scrolls up from the last form',
    used: 'last',
    move: (page) =>
      page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' })),
    kept: `#${ids.last} .waitlist-group`,
  },
  {
    visitor: 'scrolls down until the header covers the first form',
    used: 'first',
    move: (page) =>
      waitlistForm(page, 'first')
        .root.locator('.waitlist-group')
        .evaluate((group) => {
          const foot = group.getBoundingClientRect().bottom;
          scrollBy({ top: foot - 30, behavior: 'instant' });
        }),
    kept: `#${ids.first} .waitlist-group`,
  },
  {
    visitor: 'focuses a link in the proof line, which stays visible',
    used: 'first',
    move: (page) => page.locator(proofLink).focus(),
    kept: proofLink,
  },
];

test.describe('each result is heard once by a visitor who', () => {
  for (const { visitor, used, move, at = used, kept } of moves)
    test(visitor, async ({ page, server }) => {
      const width = used === 'first' ? 1280 : 390;
      await page.setViewportSize({ width, height: 800 });
      await page.goto(server.url);
      // Otherwise the browser scrolls when the height of a form above the visitor changes.
      await page.locator('html').evaluate((root) => {
        root.style.overflowAnchor = 'none';
      });
      await hydrateIslands(page);
      const { field, fill } = waitlistForm(page, used);
      await fill();
      const expectFocus = (part: string) =>
        expect(page.locator(kept ?? `#${ids[at]} ${part}`)).toBeFocused();
      for (const [answer, part, message] of results) {
        let respond: (() => unknown) | undefined;
        server.answerInsertsWith((request, response) => {
          respond = () => answer(request, response);
        });
        await field.press('Enter');
        await expect.poll(() => respond).toBeDefined();
        await move(page);
        await expectFocus('.waitlist-group');

        const top = await page.evaluate(() => scrollY);
        respond?.();
        await expectFocus(part);
        // A visitor at a form hears the result from the focus, another visitor from a live region.
        await expect(
          page.getByRole('status').filter({ hasText: /./ }),
        ).toHaveText(kept ? [message] : []);
        const scrolled = (await page.evaluate(() => scrollY)) - top;
        if (kept)
          expect(
            scrolled,
            `px that #${ids[used]} has scrolled the page to show “${message}”`,
          ).toBe(0);
      }
    });
});

for (const [which, result, status, shown] of [
  ['first', 'error', 500, ['[name=email]', '.waitlist-error']],
  ['last', 'success', 201, ['.waitlist-success', '.waitlist-sent']],
] as const)
  test(`in a low window the ${result} of the ${which} form is scrolled into view`, async ({
    page,
    server,
  }) => {
    server.answerInsertsWith(answering(status));
    await page.setViewportSize({ width: 740, height: 360 });
    await page.goto(server.url);
    const { root, field, fill, button } = waitlistForm(page, which);
    await fill();
    // The button is at the window's lower edge, so that the message is below it.
    await button.evaluate((element) => element.scrollIntoView(false));
    await field.press('Enter');
    for (const part of shown)
      await expect(root.locator(part), part).toBeInViewport({ ratio: 1 });
  });
