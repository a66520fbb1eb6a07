import { TinyColor } from '@ctrl/tinycolor';
import { expect, type Page } from '@playwright/test';
import { colors } from '../../src/styles/colors.ts';
import { test } from '../helpers/fixtures.ts';
import {
  fixedTexts,
  headerButton,
  holdScripts,
  hydrateIslands,
  serveChanged,
  waitlistForm,
} from '../helpers/page.ts';

// The page's policy would block the changed styles.
test.use({ bypassCSP: true });

const scrollTo = (page: Page, y: number) =>
  page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);

const styleOf = (page: Page) =>
  page.getByRole('banner').evaluate((header) => {
    const { backgroundColor, backdropFilter } = getComputedStyle(header);
    return { backgroundColor, backdropFilter };
  });

test('the header is translucent and blurs the page from 21 px of scroll on', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  const transparent = {
    backgroundColor: 'rgba(0, 0, 0, 0)',
    backdropFilter: 'none',
  };
  const translucent = {
    backgroundColor: new TinyColor(colors.header).toRgbString(),
    backdropFilter: 'blur(12px)',
  };
  for (const when of ['before hydration', 'after hydration']) {
    if (when === 'after hydration') await hydrateIslands(page);
    for (const [y, style] of [
      [20, transparent],
      [21, translucent],
      [20, transparent],
    ] as const) {
      await scrollTo(page, y);
      await expect
        .poll(() => styleOf(page), `${when}, at ${y} px`)
        .toEqual(style);
    }
  }
});

test('the scrolled header is opaque if a visitor asks for that, or a browser cannot blur', async ({
  page,
  server,
}) => {
  const devTools = await page.context().newCDPSession(page);
  for (const [name, value] of [
    ['prefers-reduced-transparency', 'reduce'],
    ['prefers-contrast', 'more'],
    ['forced-colors', 'active'],
    ['backdrop-filter', 'unknown'],
  ] as const) {
    const isMedia = name !== 'backdrop-filter';
    if (!isMedia)
      await serveChanged(page, server.url, (html) =>
        html.replaceAll(name, value),
      );
    await devTools.send('Emulation.setEmulatedMedia', {
      features: isMedia ? [{ name, value }] : [],
    });
    await page.goto(server.url);
    await page.mouse.wheel(0, 200);
    await expect
      .poll(async () => (await styleOf(page)).backgroundColor, name)
      .toMatch(/^rgb\(/);
  }
});

test('the header’s button scrolls smoothly, if motion is not reduced', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await hydrateIslands(page);
  const { field } = waitlistForm(page, 'first');
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await field.blur();
    await scrollTo(page, 10_000);
    const hasMoved = await headerButton(page).evaluate(
      (button: HTMLElement) => {
        const before = scrollY;
        button.click();
        return scrollY !== before;
      },
    );
    expect(hasMoved, `at once, ${reducedMotion}`).toBe(
      reducedMotion === 'reduce',
    );
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport({ ratio: 1 });
  }
});

/** Writes a link into the first paragraph of the page, as an editor does. */
const addLink = (page: Page, href: string) =>
  page
    .locator('main p')
    .first()
    .evaluate((paragraph, url) => {
      const link = document.createElement('a');
      link.href = url;
      link.textContent = 'A link to the form';
      paragraph.append(link);
    }, href);

const expectInForm = async (page: Page, which: 'first' | 'last') => {
  const { field } = waitlistForm(page, which);
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
};

// `end` is the page's URL after the click. A fragment in this URL would be a part of `referrer`.
for (const [path, href, which, end] of [
  ['/', '#join', 'first', '/'],
  ['/?utm_source=news', '/#join-beta', 'last', '/?utm_source=news'],
  ['/', '/?ref=card#join', 'first', '/?ref=card'],
  // Mailing tools write their tags behind the fragment.
  ['/404.html', '/#join-beta?utm_source=mail', 'last', '/?utm_source=mail'],
  [
    '/404.html',
    '/?ref=x#join&utm_source=mail',
    'first',
    '/?ref=x&utm_source=mail',
  ],
] as const)
  test(`a link to ${href} on ${path} leads into the ${which} form`, async ({
    page,
    server,
  }) => {
    await page.goto(server.url + path);
    await addLink(page, href);
    await page.getByText('A link to the form').click();
    await expectInForm(page, which);
    expect(page.url()).toBe(server.url + end);
    if (path.startsWith('/404')) return;
    await addLink(page, href);
    await hydrateIslands(page);
    await page.getByText('A link to the form').last().click();
    await expectInForm(page, which);
    expect(page.url()).toBe(server.url + end);
  });

test('a link to a form can be opened in a new tab', async ({
  page,
  context,
  server,
}) => {
  await page.goto(server.url);
  await addLink(page, '#join-beta');
  const [newTab] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByText('A link to the form')
      .click({ modifiers: ['ControlOrMeta'] }),
  ]);
  await expectInForm(newTab, 'last');
  await expect(page.locator('input:focus')).toHaveCount(0);
});

/** Adds two rows to the forms, like the rows of further fields. */
const addRows = (html: string) => {
  const row =
    '<div class="waitlist-field grid"><input class="min-h-field" /></div>';
  return html.replaceAll(/<form[^>]*>/g, `$&${row}${row}`);
};

const removeUnit = (html: string) => html.replaceAll('svh', 'unknown');

/** The ways to the first form. */
const ways = {
  async 'the front page’s button'(page: Page, url: string) {
    await page.goto(url);
    await scrollTo(page, 10_000);
    await headerButton(page).click();
  },
  async 'another page’s link'(page: Page, url: string) {
    await page.goto(`${url}404.html`);
    const header = page.getByRole('banner');
    await header.getByRole('link', { name: fixedTexts.join }).click();
  },
};

for (const [width, height, form, change] of [
  [568, 320, 'the form', undefined],
  [1280, 800, 'the form', undefined],
  [1280, 800, 'the form in a browser without svh', removeUnit],
  [1280, 800, 'a form with further fields', addRows],
] as const)
  test(`every header leads to the whole of ${form}, ${width} × ${height}`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height });
    if (change) {
      await serveChanged(page, server.url, change);
      // The islands would draw their forms without the added rows.
      await holdScripts(page);
    }
    const { root } = waitlistForm(page, 'first');
    for (const [way, go] of Object.entries(ways)) {
      await go(page, `${server.url}/`);
      const { top, headline, head, foot } = await root.evaluate((element) => {
        const boxOf = (part: Element | null) =>
          part?.getBoundingClientRect() ?? new DOMRect();
        const { top, bottom } = boxOf(element.querySelector('form'));
        return {
          top: boxOf(document.querySelector('header')).bottom,
          headline: boxOf(document.querySelector('h1')).top,
          head: top,
          foot: bottom,
        };
      });
      expect(head, way).toBeGreaterThanOrEqual(top);
      expect(foot, way).toBeLessThanOrEqual(height);
      // The room between the header and the margin at the window's foot. A headline may be too long for this room.
      const room = height - 12 - top;
      if (foot - headline <= room)
        expect(headline, way).toBeGreaterThanOrEqual(top);
    }
    await expect(root.locator('input:focus')).toHaveCount(1);
  });

test('another page’s header is dark, and its label has one line from 320 px', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${server.url}/404.html`);
  const { backgroundColor } = await styleOf(page);
  expect(backgroundColor).toBe(new TinyColor(colors.header).toRgbString());
  // The menu of an editor's links takes the room of the second word.
  await page
    .locator('header nav')
    .evaluateAll((menus) => menus.forEach((menu) => menu.remove()));
  const label = page.getByRole('banner').getByText(fixedTexts.join);
  const lines = await label.evaluate((text) => {
    const words = document.createRange();
    words.selectNodeContents(text);
    return words.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test('a translator’s longer label stays in the header’s button, 320 px', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(server.url);
  const overflow = await headerButton(page).evaluate((button) => {
    const words = document.createRange();
    for (const label of button.children)
      label.textContent = 'Присоединиться к списку ожидания';
    words.selectNodeContents(button);
    const inner = words.getBoundingClientRect();
    const { left, right } = button.getBoundingClientRect();
    return Math.max(left - inner.left, inner.right - right, right - innerWidth);
  });
  expect(overflow, 'px outside of the button').toBeLessThanOrEqual(0);
});
