import { TinyColor } from '@ctrl/tinycolor';
import { expect, type Page } from '@playwright/test';
import { colors } from '../../src/styles/colors.ts';
import { test } from '../helpers/fixtures.ts';
import {
  fixedTexts,
  headerButton,
  holdScripts,
  hydrateIslands,
  waitlistForm,
} from '../helpers/page.ts';

const scrollTo = (page: Page, y: number) =>
  page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);

const styleOf = (page: Page) =>
  page.getByRole('banner').evaluate((header) => {
    const { backgroundColor, backdropFilter } = getComputedStyle(header);
    return { backgroundColor, backdropFilter };
  });

for (const when of ['before', 'after'])
  test(`the header is translucent and blurs the page from 21 px of scroll on, ${when} hydration`, async ({
    page,
    server,
  }) => {
    await page.goto(server.url);
    if (when === 'after') await hydrateIslands(page);
    const transparent = {
      backgroundColor: 'rgba(0, 0, 0, 0)',
      backdropFilter: 'none',
    };
    const translucent = {
      backgroundColor: new TinyColor(colors.header).toRgbString(),
      backdropFilter: 'blur(12px)',
    };
    for (const [y, style] of [
      [20, transparent],
      [21, translucent],
      [20, transparent],
    ] as const) {
      await scrollTo(page, y);
      await expect.poll(() => styleOf(page)).toEqual(style);
    }
  });

for (const [name, value] of [
  ['prefers-reduced-transparency', 'reduce'],
  ['prefers-contrast', 'more'],
  ['forced-colors', 'active'],
] as const)
  test(`the scrolled header is opaque with ${name}: ${value}`, async ({
    page,
    server,
  }) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setEmulatedMedia', {
      features: [{ name, value }],
    });
    await page.goto(server.url);
    await page.mouse.wheel(0, 200);
    await hydrateIslands(page);
    await expect
      .poll(async () => (await styleOf(page)).backgroundColor)
      .toMatch(/^rgb\(/);
  });

for (const [reducedMotion, how] of [
  ['no-preference', 'smoothly'],
  ['reduce', 'at once'],
] as const)
  test(`the header’s button scrolls ${how} to the first field`, async ({
    page,
    server,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto(server.url);
    await hydrateIslands(page);
    await scrollTo(page, 10_000);

    const hasMoved = await headerButton(page).evaluate(
      (button: HTMLElement) => {
        const before = scrollY;
        button.click();
        return scrollY !== before;
      },
    );
    expect(hasMoved).toBe(reducedMotion === 'reduce');
    const { field } = waitlistForm(page, 'first');
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport({ ratio: 1 });
  });

/** Adds rows to the forms of the page that is served, as of further fields. */
const addRows = (page: Page, url: string, count: number) =>
  page.route(url, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const row =
      '<div class="waitlist-field grid"><input class="min-h-field" /></div>';
    const body = html.replaceAll(/<form[^>]*>/g, `$&${row.repeat(count)}`);
    await route.fulfill({ response, body });
  });

for (const [width, height] of [
  [568, 320],
  [1280, 800],
] as const)
  test(`every header leads to the whole form, and to the headline where both fit, ${width} × ${height}`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height });
    // The islands would draw their forms without the added rows.
    await holdScripts(page);
    const url = `${server.url}/`;
    const header = page.getByRole('banner');
    const { root } = waitlistForm(page, 'first');
    for (const rows of [0, 1, 2]) {
      await addRows(page, url, rows);
      const ways: [string, () => Promise<unknown>][] = [
        [
          'the front page’s button',
          async () => {
            await page.goto(url);
            await scrollTo(page, 10_000);
            await headerButton(page).click();
          },
        ],
        [
          'another page’s link',
          async () => {
            await page.goto(`${url}404.html`);
            const link = header.getByRole('link', { name: fixedTexts.join });
            await link.click();
          },
        ],
      ];
      for (const [way, go] of ways) {
        await go();
        const what = `${way}, ${rows} rows more`;
        const [top = 0, headline = 0, form = 0, foot = 0] = await root.evaluate(
          (element) => [
            document.querySelector('header')?.getBoundingClientRect().bottom,
            document.querySelector('h1')?.getBoundingClientRect().top,
            element.querySelector('form')?.getBoundingClientRect().top,
            element.querySelector('form')?.getBoundingClientRect().bottom,
          ],
        );
        // The room between the header and the margin at the window's foot.
        const room = height - 12 - top;
        if (foot - form <= room) {
          expect(form, what).toBeGreaterThanOrEqual(top);
          expect(foot, what).toBeLessThanOrEqual(height);
        }
        // An editor's headline may be too long for the window.
        if (foot - headline <= room)
          expect(headline, what).toBeGreaterThanOrEqual(top);
      }
      await page.unroute(url);
    }
    // Tab goes on from there.
    await page.keyboard.press('Tab');
    await expect(root.locator('input:focus')).toHaveCount(1);
  });

test('another page’s header is dark from the start, and its label has one line from 320 px on', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${server.url}/404.html`);
  const { backgroundColor } = await styleOf(page);
  expect(backgroundColor).toBe(new TinyColor(colors.header).toRgbString());
  const label = page.getByRole('banner').getByText(fixedTexts.join);
  const lines = await label.evaluate((text) => {
    const words = document.createRange();
    words.selectNodeContents(text);
    return words.getClientRects().length;
  });
  expect(lines).toBe(1);
});
