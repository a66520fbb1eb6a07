import { TinyColor } from '@ctrl/tinycolor';
import { expect } from '@playwright/test';
import { site } from '../../src/site.ts';
import { colors } from '../../src/styles/colors.ts';
import { test } from '../helpers/fixtures.ts';
import { headerButton } from '../helpers/page.ts';

test.describe('where a policy stops the scripts', () => {
  test.use({
    expectedErrors: /violates the following Content Security Policy/,
  });

  // Unlike the browser's own setting, neither <noscript> nor `@media (scripting: none)` knows a
  // policy, as an add-on or a proxy adds it.
  test('a line stands in the place of each form', async ({ page, server }) => {
    await page.route('**/', async (route) => {
      const response = await route.fetch();
      const headers = {
        ...response.headers(),
        'Content-Security-Policy': "script-src 'none'",
      };
      await route.fulfill({ response, headers });
    });
    await page.goto(server.url);
    const forms = page.locator('form');
    await expect(forms).not.toHaveCount(0);
    await expect(page.locator('form:visible')).toHaveCount(0);
    const lines = page.locator('[class*="noscript:block"]');
    await expect(lines).toHaveCount(await forms.count());
    for (const line of await lines.all()) {
      await expect(line).toBeVisible();
      await expect(line.getByRole('link')).toHaveAttribute(
        'href',
        `mailto:${site.contact}`,
      );
    }
  });
});

test.describe('where the browser stops the scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the header is opaque and has no button', async ({ page, server }) => {
    await page.goto(server.url);
    await expect(headerButton(page)).toBeHidden();
    await expect(page.getByRole('banner')).toHaveCSS(
      'background-color',
      new TinyColor(colors.page).toRgbString(),
    );
  });
});
