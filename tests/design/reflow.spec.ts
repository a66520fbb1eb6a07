import { expect, type Page } from '@playwright/test';
import { test } from '../helpers/fixtures.ts';
import { fixFonts } from '../helpers/fonts.ts';
import { entriesOf, waitlistForm } from '../helpers/page.ts';
import { goThroughPages, goThroughStates } from '../helpers/states.ts';

// The page's policy would block the added styles.
test.use({ bypassCSP: true });

/** In the page: shortens each word of the texts to ten letters, for which every window has room. */
function shortenWords() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (!text.parentElement?.closest('[aria-hidden], script, style, noscript'))
      text.data = text.data.replace(/[^\s-]{11,}/g, (word) =>
        word.slice(0, 10),
      );
  }
}

/** In the page: the elements that are wider than the window, or narrower than their words. */
function findCutElements(): string[] {
  /** Whether a visitor can scroll an element sideways, as a wide table. */
  const isScrolled = ({ parentElement }: Element): boolean =>
    parentElement !== null &&
    (/auto|scroll/.test(getComputedStyle(parentElement).overflowX) ||
      isScrolled(parentElement));
  const rightOfWords = (element: Element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getBoundingClientRect().right;
  };
  const isCut = (element: Element) =>
    (element.getBoundingClientRect().right > innerWidth + 1 &&
      !isScrolled(element)) ||
    (element.matches('h1, h2, h3, p, li, a, button, pre') &&
      // An inline element has no width of its own.
      element.clientWidth > 0 &&
      rightOfWords(element) > element.getBoundingClientRect().right + 1);
  return (
    [...document.querySelectorAll('body :not(svg *, .sr-only *)')]
      // A closed <details> has its content, which nobody sees.
      .filter((element) => element.checkVisibility())
      .filter(isCut)
      // A cut element makes its parents too wide, too: only the innermost is reported.
      .filter((element) => ![...element.children].some(isCut))
      .map((element) => `${nameOf(element)} is cut off.`)
  );
}

/** In the page: the fields without room for their placeholder. */
function findCutPlaceholders(): string[] {
  const context = new OffscreenCanvas(0, 0).getContext('2d');
  return [...document.querySelectorAll('input')].flatMap((field) => {
    if (!context) return 'A canvas cannot be measured.';
    const { paddingLeft, paddingRight } = getComputedStyle(field);
    const padding = parseFloat(paddingLeft) + parseFloat(paddingRight);
    context.font = getComputedStyle(field, '::placeholder').font;
    const { width } = context.measureText(field.placeholder);
    const isCut = width > field.clientWidth - padding;
    return isCut ? `The placeholder of ${nameOf(field)} is cut off.` : [];
  });
}

/** In the page: the words that continue on another line. Only phones and tablets have lines so short. */
function findBrokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (innerWidth <= 768 && texts.nextNode()) {
    const text = texts.currentNode as Text;
    const { parentElement } = text;
    if (!parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    if (parentElement.closest('[aria-hidden], .sr-only')) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\p{Lu}\p{Ll}]+/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 1)
        broken.push(`${nameOf(parentElement)} breaks the word "${word}".`);
    }
  }
  return broken;
}

/** In the page: the texts and fields that overlap, or stand so close that they read as one. */
function findOverlaps(): string[] {
  const options = { opacityProperty: true, visibilityProperty: true };
  /** The area of each line of text, with the block that the text belongs to. */
  const boxes: { block: Element; area: DOMRect }[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    let block = texts.currentNode.parentElement;
    while (block && getComputedStyle(block).display.startsWith('inline'))
      block = block.parentElement;
    if (!block?.checkVisibility(options)) continue;
    // The header and the skip link lie over the page. A closed <details> hides the words in it.
    const others =
      'svg *, .sr-only, header *, [href="#main"], details:not([open])';
    if (block.matches(others)) continue;
    range.selectNode(texts.currentNode);
    for (const area of range.getClientRects()) boxes.push({ block, area });
  }
  // Add-ons measure the whole box of a field: they cover its right end with an icon, and take
  // the clicks there.
  for (const field of document.querySelectorAll('input'))
    if (field.checkVisibility(options))
      boxes.push({ block: field, area: field.getBoundingClientRect() });

  const overlaps = new Set<string>();
  for (const [index, { block, area }] of boxes.entries()) {
    // Two blocks in a row are at least a space apart, 3 px. In a drawing they may touch.
    const gap = block.closest('[aria-hidden]') ? -1 : 3;
    for (const other of boxes.slice(index + 1))
      if (
        block !== other.block &&
        area.left < other.area.right + gap &&
        other.area.left < area.right + gap &&
        area.top < other.area.bottom - 1 &&
        other.area.top < area.bottom - 1
      )
        overlaps.add(`${nameOf(block)} and ${nameOf(other.block)} overlap.`);
  }
  return [...overlaps];
}

const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';
const large = 'html { font-size: 200% }';

test('no text is lost, whatever its size and spacing', async ({
  page,
  server,
}) => {
  // With the widest system fonts words break at 200 %.
  await fixFonts(page);
  let setStyle: (css: string) => Promise<unknown> = async () => undefined;
  for await (const { view, isNewPage } of goThroughPages(page, server)) {
    if (isNewPage) {
      await page.evaluate(shortenWords);
      const style = await page.addStyleTag({ content: ' ' });
      setStyle = (css) =>
        style.evaluate((element, text) => {
          element.textContent = text;
        }, css);
    }
    for (const [condition, css, widths] of [
      ['with text at 200 %', large, [360, 1280]],
      ['with the text-spacing override', spacing, [320, 1280]],
      ['as designed', '', [320, 1024]],
    ] as const) {
      await setStyle(css);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const find of [
          findCutElements,
          findCutPlaceholders,
          findBrokenWords,
          findOverlaps,
        ])
          expect(
            await page.evaluate(find),
            `${view}, ${condition}, ${width} px`,
          ).toEqual([]);
      }
    }
  }
});

/** Each form's id, height and words, and the height of the line below it that only a result has. */
const measureForms = (page: Page) =>
  page.locator('.waitlist').evaluateAll((forms) =>
    forms.map((form) => {
      const lines = [
        ...form.querySelectorAll('.waitlist-error, .waitlist-sent'),
      ].filter((line) => line.checkVisibility({ visibilityProperty: true }));
      const heightOf = (part: Element) => part.getBoundingClientRect().height;
      return {
        id: form.id,
        height: heightOf(form),
        words: (form as HTMLElement).innerText.replace(/\s+/g, ' '),
        lineHeight: Math.max(0, ...lines.map(heightOf)),
      };
    }),
  );

for (const width of [360, 1280])
  test(`nothing moves by more than the message, ${width} px`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await fixFonts(page);
    let idle: Awaited<ReturnType<typeof measureForms>> = [];
    for await (const state of goThroughStates(page, server)) {
      if (state === 'idle') idle = await measureForms(page);
      const shifts = await entriesOf(page, 'layout-shift');
      for (const [index, form] of (await measureForms(page)).entries()) {
        const { id, height, words, lineHeight } = form;
        const growth = height - (idle[index]?.height ?? 0);
        const what = `px by which #${id} has grown. It says “${words}”, ${lineHeight} px of it below the form`;
        // A visitor does not notice a few pixels more.
        expect(growth, what).toBeGreaterThanOrEqual(-4);
        expect(growth, what).toBeLessThanOrEqual(lineHeight + 4);
        // In the first form the message takes the place of another line. It may be longer.
        if (index === 0 && growth < 1) expect(shifts, state).toEqual([]);
      }
    }
  });

test('in a low window the header covers neither headline nor drawing', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  for (const [width, height] of [
    [320, 200],
    [1024, 300],
  ] as const) {
    await page.setViewportSize({ width, height });
    const covered = await page
      .locator('h1:visible, section:has(h1) svg:visible')
      .evaluateAll((parts) => {
        const topOf = (part: Element) => part.getBoundingClientRect().top;
        const header = document.querySelector('header');
        const foot = header?.getBoundingClientRect().bottom ?? 0;
        return parts.filter((part) => topOf(part) <= foot).map(nameOf);
      });
    expect(covered, `covered by the header, ${width} × ${height}`).toEqual([]);
  }
});

test('on a phone on its side the whole first form is seen', async ({
  page,
  server,
}) => {
  await fixFonts(page);
  await page.goto(server.url);
  // An editor may write more words than the first view has room for.
  await page.evaluate(() => {
    const usual = [
      ['h1', 'From keywords to SEO content worth citing'],
      ['.prose', 'A sentence of the usual length. '.repeat(4)],
    ] as const;
    for (const [selector, words] of usual)
      for (const part of document.querySelectorAll(selector))
        part.textContent = words;
    // The first view has no room for further fields, either.
    for (const row of document.querySelectorAll('form > :not(:has(button))'))
      row.remove();
  });
  const { button } = waitlistForm(page, 'first');
  for (const [width, height] of [
    [568, 320],
    [844, 390],
    [932, 430],
  ] as const) {
    await page.setViewportSize({ width, height });
    const bottom = await button.evaluate(
      (element) => element.getBoundingClientRect().bottom,
    );
    expect(bottom, `its lower edge, ${width} × ${height}`).toBeLessThan(height);
  }
});

/** Measures what depends on the size of the text: each text's size and each list item's width, as shares of the window's width. */
const measureText = (page: Page) =>
  page
    .locator('main :is(h1, h2, h3, p, li, label, button), header button')
    .evaluateAll((elements) =>
      elements
        .filter(
          (element) =>
            !element.closest('[aria-hidden]') && element.checkVisibility(),
        )
        .map((element) => ({
          name: nameOf(element),
          size: parseFloat(getComputedStyle(element).fontSize) / innerWidth,
          width: element.matches('li')
            ? element.getBoundingClientRect().width / innerWidth
            : 0,
        })),
    );

test('text of twice the size is laid out as in a window of half the width', async ({
  page,
  server,
}) => {
  // The layout changes at 40rem and at 64rem: between 600 and 1200 px if these were 640 and 1024 px.
  const width = 1200;
  await page.setViewportSize({ width: width / 2, height: 400 });
  await page.goto(server.url);
  const usual = await measureText(page);
  expect(usual).not.toEqual([]);

  // As a visitor sets it in the browser's settings.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width, height: 800 });
  const faults: string[] = [];
  for (const [index, text] of (await measureText(page)).entries()) {
    const { name, size, width: share } = usual[index] ?? text;
    if (Math.abs(text.size / size - 1) > 0.05)
      faults.push(
        `${name}: its text has ${Math.round(text.size * width)} px, not ${Math.round(size * width)} px.`,
      );
    if (Math.abs(text.width - share) > 0.1)
      faults.push(
        `${name} has ${Math.round(text.width * 100)} % of the window’s width, not ${Math.round(share * 100)} %.`,
      );
  }
  expect(faults).toEqual([]);
});
