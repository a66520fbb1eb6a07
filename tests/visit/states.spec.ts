import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { answering } from '../helpers/http.ts';
import { fixedTexts, headerButton, waitlistForm } from '../helpers/page.ts';
import { readForms, type SeenForm } from '../helpers/seen.ts';

type Which = 'first' | 'last';

const email = 'ann@example.com';
const otherOf = { first: 'last', last: 'first' } as const;

/** What is under each form in every state in which nothing takes its place. */
const below = {
  first: { proof: 'proof' },
  last: { notice: 'notice' },
} satisfies Record<Which, SeenForm>;

/** All that is seen of both forms in each state, after the one that was used was filled. */
const seenIn = {
  idle: (which: Which): SeenForm => ({
    icon: 'mail',
    field: fixedTexts.placeholder,
    button: `${fixedTexts.join}, disabled`,
    ...below[which],
  }),
  loading: (which: Which, isUsed: boolean): SeenForm => ({
    icon: 'mail',
    field: `${isUsed ? email : fixedTexts.placeholder}, disabled`,
    button: `${fixedTexts.joining}, disabled`,
    spinner: 'spinner',
    ...below[which],
  }),
  error: (which: Which, isUsed: boolean): SeenForm => ({
    icon: 'mail',
    field: isUsed ? email : fixedTexts.placeholder,
    button: fixedTexts.join + (isUsed ? '' : ', disabled'),
    message: fixedTexts.duplicate,
    ...(which === 'last' && below.last),
  }),
  success: (which: Which): SeenForm => ({
    confirmation: fixedTexts.success,
    ...(which === 'last' && below.last),
  }),
};

interface Place {
  where: string;
  /** How a visitor gets there while the form is joining. */
  go: (page: Page, used: Which) => Promise<unknown>;
  /** The form that the visitor is at then, whose confirmation or field takes the focus; none for who has gone on. */
  at?: (used: Which) => Which;
  /** What has the focus of who has gone on, then and with the result. */
  focus?: (used: Which) => string;
  isProofKept?: true;
}

const places: Place[] = [
  { where: 'there', go: async () => undefined, at: (used) => used },
  {
    where: 'in another tab',
    go: async (page) => (await page.context().newPage()).bringToFront(),
    at: (used) => used,
  },
  {
    where: 'scrolled away',
    // At once, since readForms scrolls, too.
    go: (page, used) =>
      page.evaluate(
        (top) => scrollTo({ top, behavior: 'instant' }),
        used === 'first' ? 2500 : 0,
      ),
    focus: (used) => `${used} group`,
  },
  {
    where: 'on a link elsewhere',
    go: (page) => page.locator('footer a').first().focus(),
    focus: () => 'a',
  },
  {
    where: 'on a link under a form, which stays for that',
    go: (page) => page.locator('[href="#kept"]').focus(),
    focus: () => 'a',
    isProofKept: true,
  },
  {
    where: 'on the other form',
    // A click on its disabled field.
    go: (page, used) =>
      waitlistForm(page, otherOf[used]).field.click({ force: true }),
    at: (used) => otherOf[used],
  },
  {
    where: 'led to the first form by the header’s button',
    go: (page) => headerButton(page).click(),
    at: () => 'first',
  },
];

for (const [used, width] of [
  ['first', 1280],
  ['last', 390],
] as const)
  for (const result of ['success', 'error'] as const)
    for (const { where, go, at, focus, isProofKept } of places)
      test(`${result} in the ${used} form, the visitor is ${where}`, async ({
        page,
        server,
      }) => {
        const message = {
          success: fixedTexts.success,
          error: fixedTexts.duplicate,
        }[result];
        const seen = (state: keyof typeof seenIn) => ({
          first: seenIn[state]('first', used === 'first'),
          last: seenIn[state]('last', used === 'last'),
        });
        let answer = () => {};
        server.answerInsertsWith((request, response) => {
          const listener = {
            success: answering(201),
            error: answering(409, '{"code":"23505"}'),
          }[result];
          answer = () => listener(request, response);
        });
        await page.setViewportSize({ width, height: 800 });
        await page.goto(server.url);
        expect(await page.evaluate(readForms)).toEqual({
          ...seen('idle'),
          focus: 'body',
          announced: ['', ''],
        });

        const { field } = waitlistForm(page, used);
        await field.fill(email);
        await field.press('Enter');
        await expect.poll(() => server.posts).toHaveLength(1);
        await go(page, used);
        await expect
          .poll(() => page.evaluate(readForms))
          .toEqual({
            ...seen('loading'),
            focus: at ? `${at(used)} group` : focus?.(used),
            announced: ['', ''],
          });

        const before = await page.evaluate(() => scrollY);
        answer();
        const expected = seen(result);
        if (isProofKept) Object.assign(expected.first, below.first);
        const part = { success: 'confirmation', error: 'field' }[result];
        await expect
          .poll(() => page.evaluate(readForms))
          .toEqual({
            ...expected,
            focus: at ? `${at(used)} ${part}` : focus?.(used),
            // The focus says it to who is at a form.
            announced: ['first', 'last'].map((which) =>
              !at && which === used ? message : '',
            ),
          });
        if (!at) expect(await page.evaluate(() => scrollY)).toBe(before);
      });

for (const [width, height] of [
  [740, 360],
  [390, 480],
] as const)
  for (const which of ['first', 'last'] as const)
    test(`a low window, ${width} × ${height}: an error of the ${which} form is brought into view`, async ({
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

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('what was touched does not stay as if pointed at', async ({
    page,
    server,
  }) => {
    await page.goto(server.url);
    const { root, field } = waitlistForm(page, 'first');
    for (const [touched, part] of [
      [headerButton(page), headerButton(page)],
      [field, root.locator('.waitlist-frame')],
    ] as const) {
      const lookOf = () =>
        part.evaluate((element) => {
          const { color, borderColor } = getComputedStyle(element);
          return { color, borderColor };
        });
      const atRest = await lookOf();
      await touched.tap();
      // As long as colours take to change.
      await page.waitForTimeout(200);
      expect(await lookOf()).toEqual(atRest);
    }
  });
});
