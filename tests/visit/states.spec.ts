import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import { fixedTexts, headerButton, waitlistForm } from '../helpers/page.ts';
import { readForms, type SeenForm } from '../helpers/seen.ts';

type Which = 'first' | 'last';
type State = 'loading' | 'error' | 'success';

const email = 'ann@example.com';
const otherOf = { first: 'last', last: 'first' } as const;
const results = [
  ['error', answering(409, '{"code":"23505"}'), 'field', fixedTexts.duplicate],
  ['success', answering(201), 'confirmation', fixedTexts.success],
] as const;

/** All that is seen of a form in each state; `isUsed` if it was filled and pressed, not the other. */
function seenOf(which: Which, isUsed: boolean) {
  const notice: SeenForm = which === 'last' ? { notice: 'notice' } : {};
  const field = isUsed ? email : fixedTexts.placeholder;
  const idle: SeenForm = {
    icon: 'icon',
    field: fixedTexts.placeholder,
    button: `${fixedTexts.join}, disabled`,
    ...(which === 'first' ? { proof: 'proof' } : notice),
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
    ...notice,
  };
  const success: SeenForm = { confirmation: fixedTexts.success, ...notice };
  return { idle, loading, error, success };
}

const moves: {
  visitor: string;
  /** What the visitor does while the form is joining. */
  move: (page: Page, used: Which) => Promise<unknown>;
  /** The form that the visitor is at then, where a part takes the focus; or what keeps it. */
  focus: (used: Which) => string;
  hasGoneOn?: true;
  isProofKept?: true;
}[] = [
  { visitor: 'stays', move: async () => undefined, focus: (used) => used },
  {
    visitor: 'clicks on the other form, which is disabled',
    move: (page, used) =>
      waitlistForm(page, otherOf[used]).field.click({ force: true }),
    focus: (used) => otherOf[used],
  },
  {
    visitor: 'is led to the first form by the header’s button',
    move: (page) => headerButton(page).click(),
    focus: () => 'first',
  },
  {
    visitor: 'scrolls away',
    // At once, since readForms scrolls, too.
    move: (page, used) =>
      page.evaluate(
        (top) => scrollTo({ top, behavior: 'instant' }),
        used === 'first' ? 2500 : 0,
      ),
    focus: (used) => `${used} group`,
    hasGoneOn: true,
  },
  {
    visitor: 'goes to a link under a form, which stays for that',
    move: (page) => page.locator('[href="#kept"]').focus(),
    focus: () => 'a',
    hasGoneOn: true,
    isProofKept: true,
  },
];

for (const [used, width] of [
  ['first', 1280],
  ['last', 390],
] as const)
  for (const { visitor, move, focus, hasGoneOn, isProofKept } of moves)
    test(`an error and a success of the ${used} form, while the visitor ${visitor}`, async ({
      page,
      server,
    }) => {
      const expectSeen = async (state: State, part: string, message = '') => {
        const seen = {
          first: seenOf('first', used === 'first')[state],
          last: seenOf('last', used === 'last')[state],
          focus: hasGoneOn ? focus(used) : `${focus(used)} ${part}`,
          // The focus says it to who is at a form.
          announced: ['first', 'last'].map((which) =>
            hasGoneOn && which === used ? message : '',
          ),
        };
        if (isProofKept && message) seen.first['proof'] = 'proof';
        await expect.poll(() => page.evaluate(readForms)).toEqual(seen);
      };
      await page.setViewportSize({ width, height: 800 });
      await page.goto(server.url);
      expect(await page.evaluate(readForms)).toEqual({
        first: seenOf('first', false).idle,
        last: seenOf('last', false).idle,
        focus: 'body',
        announced: ['', ''],
      });

      const { field } = waitlistForm(page, used);
      await field.fill(email);
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

for (const [width, height, which] of [
  [740, 360, 'first'],
  [390, 480, 'last'],
] as const)
  test(`in a window of ${width} × ${height} an error of the ${which} form is brought into view`, async ({
    page,
    server,
  }) => {
    server.answerInsertsWith(answering(500));
    await page.setViewportSize({ width, height });
    await page.goto(server.url);
    const { root, field, button } = waitlistForm(page, which);
    await field.fill(email);
    // The button at the window's lower edge.
    await button.evaluate((element) => element.scrollIntoView(false));
    await field.press('Enter');
    const message = root.getByText(fixedTexts.serverError).first();
    await expect(message).toBeInViewport({ ratio: 1 });
    await expect(field).toBeInViewport({ ratio: 1 });
  });
