import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import {
  fixedTexts,
  headerButton,
  hydrateIslands,
  waitlistForm,
} from '../helpers/page.ts';
import { readForms, type SeenForm } from '../helpers/seen.ts';

type Which = 'first' | 'last';
type State = keyof ReturnType<typeof seenOf>;

const email = 'ann@example.com';
const ids = { first: 'join', last: 'join-beta' };
const results = [
  ['error', answering(409, '{"code":"23505"}'), 'field', fixedTexts.duplicate],
  ['success', answering(201), 'confirmation', fixedTexts.success],
] as const;

/** What a visitor sees of a form in each state. `isUsed` says whether this is the form that was filled and submitted. */
function seenOf({ proof, notice }: SeenForm, isUsed: boolean) {
  const field = isUsed ? email : fixedTexts.placeholder;
  const idle: SeenForm = {
    icon: '',
    field: fixedTexts.placeholder,
    button: `${fixedTexts.join}, disabled`,
    proof,
    notice,
  };
  const loading: SeenForm = {
    ...idle,
    field: `${field}, disabled`,
    button: `${fixedTexts.joining}, disabled`,
    spinner: '',
  };
  const error: SeenForm = {
    icon: '',
    field,
    button: fixedTexts.join + (isUsed ? '' : ', disabled'),
    message: fixedTexts.duplicate,
    notice,
  };
  const success: SeenForm = {
    confirmation: fixedTexts.success,
    sent: `${fixedTexts.sentTo.replace('{email}', email)} ${fixedTexts.joinAgain}`,
    notice,
  };
  return { idle, loading, error, success };
}

const moves: {
  visitor: string;
  /** The form that the visitor submits. */
  used: Which;
  /** What the visitor does while the submit is running. */
  move: (page: Page) => Promise<unknown>;
  /** The id of the form in which a part gets the focus; or the element that keeps the focus, if the visitor has gone on. */
  focus: string;
  hasGoneOn?: true;
}[] = [
  {
    visitor: 'stays at the last form',
    used: 'last',
    move: async () => undefined,
    focus: ids.last,
  },
  {
    visitor: 'clicks on the last form, which is disabled',
    used: 'first',
    move: (page) => waitlistForm(page, 'last').field.click({ force: true }),
    focus: ids.last,
  },
  {
    visitor: 'is led to the first form by the header’s button',
    used: 'last',
    move: (page) => headerButton(page).click(),
    focus: ids.first,
  },
  {
    visitor: 'scrolls up from the last form',
    used: 'last',
    // At once: `readForms` also scrolls, and a smooth scroll would go on meanwhile.
    move: (page) =>
      page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' })),
    focus: `${ids.last} group`,
    hasGoneOn: true,
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
    focus: `${ids.first} group`,
    hasGoneOn: true,
  },
  {
    visitor: 'focuses a link in the proof line, which stays visible',
    used: 'first',
    move: (page) => page.locator('[href="#kept"]').first().focus(),
    focus: 'a',
    hasGoneOn: true,
  },
];

test.describe('each result is seen and heard by a visitor who', () => {
  for (const { visitor, used, move, focus, hasGoneOn } of moves)
    test(visitor, async ({ page, server }) => {
      const width = used === 'first' ? 1280 : 390;
      await page.setViewportSize({ width, height: 800 });
      await page.goto(server.url);
      // Otherwise the browser scrolls when the height of a form above the visitor changes.
      await page.locator('html').evaluate((root) => {
        root.style.overflowAnchor = 'none';
      });
      const { forms: initial } = await readForms(page);
      expect(initial).toMatchObject({
        [ids.first]: { proof: expect.any(String) },
        [ids.last]: { notice: expect.any(String) },
      });

      const expectSeen = async (
        state: State,
        focused: string,
        message = '',
      ) => {
        const forms: Record<string, SeenForm> = {};
        for (const [id, form] of Object.entries(initial)) {
          const isUsed = id === ids[used];
          forms[id] = seenOf(form, isUsed)[state];
          // A visitor at a form hears the result from the focus, another visitor from the live region.
          if (isUsed && hasGoneOn && message) forms[id]['announced'] = message;
          // The line stays while its link has the focus.
          if (focused === 'a') forms[id]['proof'] = form['proof'];
        }
        await expect
          .poll(() => readForms(page))
          .toEqual({ forms, focus: focused });
      };
      await expectSeen('idle', 'body');
      // The form that is used is hydrated first. No visitor is at the other form within the same 50 ms.
      await hydrateIslands(page);
      const { field, fill } = waitlistForm(page, used);
      await fill(email);
      for (const [result, listener, part, message] of results) {
        let answer: (() => unknown) | undefined;
        server.answerInsertsWith((request, response) => {
          answer = () => listener(request, response);
        });
        await field.press('Enter');
        await expect.poll(() => answer).toBeDefined();
        await move(page);
        await expectSeen('loading', hasGoneOn ? focus : `${focus} group`);

        const top = await page.evaluate(() => scrollY);
        answer?.();
        const focused = hasGoneOn ? focus : `${focus} ${part}`;
        await expectSeen(result, focused, message);
        const scrolled = (await page.evaluate(() => scrollY)) - top;
        if (hasGoneOn)
          expect(
            scrolled,
            `px that the form #${ids[used]} has scrolled the page to show “${message}”`,
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
    await fill(email);
    // The button is at the window's lower edge, so that the message is below it.
    await button.evaluate((element) => element.scrollIntoView(false));
    await field.press('Enter');
    for (const part of shown)
      await expect(root.locator(part), part).toBeInViewport({ ratio: 1 });
  });
