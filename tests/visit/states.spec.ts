import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import { fixedTexts, headerButton, waitlistForm } from '../helpers/page.ts';
import { readForms, type SeenForm } from '../helpers/seen.ts';

type Which = 'first' | 'last';
type State = keyof ReturnType<typeof seenOf>;

const email = 'ann@example.com';
const otherOf = { first: 'last', last: 'first' } as const;
const ids = { first: 'join', last: 'join-beta' };
const results = [
  ['error', answering(409, '{"code":"23505"}'), 'field', fixedTexts.duplicate],
  ['success', answering(201), 'confirmation', fixedTexts.success],
] as const;

/** What a visitor sees of a form in each state. `isUsed` says whether this is the form that was filled and submitted. */
function seenOf({ proof, notice }: SeenForm, isUsed: boolean) {
  const field = isUsed ? email : fixedTexts.placeholder;
  const kept: SeenForm = notice ? { notice } : {};
  const idle: SeenForm = {
    icon: 'icon',
    field: fixedTexts.placeholder,
    button: `${fixedTexts.join}, disabled`,
    ...(proof && { proof: 'proof' }),
    ...kept,
  };
  const loading: SeenForm = {
    ...idle,
    field: `${field}, disabled`,
    button: `${fixedTexts.joining}, disabled`,
    spinner: 'spinner',
  };
  const error: SeenForm = {
    icon: 'icon',
    field,
    button: fixedTexts.join + (isUsed ? '' : ', disabled'),
    message: fixedTexts.duplicate,
    ...kept,
  };
  const success: SeenForm = {
    confirmation: fixedTexts.success,
    sent: `${fixedTexts.sentTo.replace('{email}', email)} ${fixedTexts.joinAgain}`,
    ...kept,
  };
  return { idle, loading, error, success };
}

const moves: {
  visitor: string;
  /** What the visitor does while the submit is running. */
  move: (page: Page, used: Which) => Promise<unknown>;
  /** The id of the form in which a part gets the focus; or the element that keeps the focus, if the visitor has gone on. */
  focusOf: (used: Which) => string;
  hasGoneOn?: true;
  isProofKept?: true;
  /** The form that is used, if the other one is not tested. */
  form?: Which;
}[] = [
  {
    visitor: 'stays',
    move: async () => undefined,
    focusOf: (used) => ids[used],
  },
  {
    visitor: 'clicks on the other form, which is disabled',
    move: (page, used) =>
      waitlistForm(page, otherOf[used]).field.click({ force: true }),
    focusOf: (used) => ids[otherOf[used]],
  },
  {
    visitor: 'is led to the first form by the header’s button',
    move: (page) => headerButton(page).click(),
    focusOf: () => ids.first,
  },
  {
    visitor: 'scrolls away',
    // At once: `readForms` also scrolls, and a smooth scroll would go on meanwhile.
    move: (page, used) =>
      page.evaluate(
        (top) => scrollTo({ top, behavior: 'instant' }),
        used === 'first' ? 2500 : 0,
      ),
    focusOf: (used) => `${ids[used]} group`,
    hasGoneOn: true,
  },
  {
    visitor: 'scrolls until the header covers the form',
    move: (page, used) =>
      waitlistForm(page, used)
        .root.locator('.waitlist-group')
        .evaluate((group) => {
          const foot = group.getBoundingClientRect().bottom;
          scrollBy({ top: foot - 30, behavior: 'instant' });
        }),
    focusOf: (used) => `${ids[used]} group`,
    hasGoneOn: true,
    // Below the last form the page is too short for that.
    form: 'first',
  },
  {
    visitor: 'focuses a link in the proof line; the line stays visible',
    move: (page) => page.locator('[href="#kept"]').first().focus(),
    focusOf: () => 'a',
    hasGoneOn: true,
    isProofKept: true,
  },
];

for (const [used, width] of [
  ['first', 1280],
  ['last', 390],
] as const)
  for (const { visitor, move, focusOf, hasGoneOn, isProofKept } of moves.filter(
    ({ form = used }) => form === used,
  ))
    test(`an error and a success of the ${used} form, while the visitor ${visitor}`, async ({
      page,
      server,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(server.url);
      /** What a visitor sees of both forms in a state, if the form with the id `usedId` was submitted. */
      const seenIn = (state: State, usedId = '') =>
        Object.fromEntries(
          Object.entries(initial.forms).map(([id, form]) => [
            id,
            seenOf(form, id === usedId)[state],
          ]),
        );
      const initial = await readForms(page);
      expect(initial).toEqual({ forms: seenIn('idle'), focus: 'body' });
      expect(initial.forms).toMatchObject({
        [ids.first]: { proof: 'proof' },
        [ids.last]: { notice: 'notice' },
      });

      const expectSeen = async (state: State, part: string, message = '') => {
        const forms = seenIn(state, ids[used]);
        // A visitor at a form hears the result from the focus, another visitor from the live region.
        if (hasGoneOn && message)
          Object.assign(forms[ids[used]] ?? {}, { announced: message });
        if (isProofKept && message)
          Object.assign(forms[ids.first] ?? {}, { proof: 'proof' });
        const focus = hasGoneOn ? focusOf(used) : `${focusOf(used)} ${part}`;
        await expect.poll(() => readForms(page)).toEqual({ forms, focus });
      };
      const { field, fill } = waitlistForm(page, used);
      await fill(email);
      for (const [result, listener, part, message] of results) {
        let answer: (() => unknown) | undefined;
        server.answerInsertsWith((request, response) => {
          answer = () => listener(request, response);
        });
        await field.press('Enter');
        await expect.poll(() => answer).toBeDefined();
        await move(page, used);
        await expectSeen('loading', 'group');

        const top = await page.evaluate(() => scrollY);
        answer?.();
        await expectSeen(result, part, message);
        if (hasGoneOn) expect(await page.evaluate(() => scrollY)).toBe(top);
      }
    });

for (const [width, height, which, result] of [
  [740, 360, 'first', 'error'],
  [390, 480, 'last', 'error'],
  [740, 360, 'last', 'success'],
  [320, 568, 'first', 'success'],
] as const)
  test(`in a window of ${width} × ${height} the ${result} of the ${which} form is brought into view`, async ({
    page,
    server,
  }) => {
    const isError = result === 'error';
    server.answerInsertsWith(answering(isError ? 500 : 201));
    await page.setViewportSize({ width, height });
    await page.goto(server.url);
    const { root, field, fill, button } = waitlistForm(page, which);
    await fill(email);
    // The button is at the window's lower edge, so that the message is below it.
    await button.evaluate((element) => element.scrollIntoView(false));
    await field.press('Enter');
    const parts = isError
      ? [field, root.locator('.waitlist-error')]
      : [root.locator('.waitlist-success'), root.locator('.waitlist-sent')];
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
  });
