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
    if (when === 'before') await holdScripts(page);
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

for (const [width, height] of [
  [1280, 800],
  [1366, 625],
  [390, 844],
] as const)
  test(`another page’s header leads to headline and field, ${width} × ${height}`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${server.url}/404.html`);
    const header = page.getByRole('banner');
    await header.getByRole('link', { name: fixedTexts.join }).click();
    const { root, field } = waitlistForm(page, 'first');
    await expect(field).toBeInViewport({ ratio: 1 });
    const [top, foot] = await Promise.all(
      [page.getByRole('heading', { level: 1 }), header].map((part) =>
        part.boundingBox(),
      ),
    );
    expect(top?.y).toBeGreaterThanOrEqual(foot?.height ?? Infinity);
    // Tab goes on from there.
    await page.keyboard.press('Tab');
    await expect(root.locator('input:focus')).toHaveCount(1);
  });
