import { TinyColor } from '@ctrl/tinycolor';
import { expect, type Page } from '@playwright/test';
import { site } from '../../src/site.ts';
import { colors } from '../../src/styles/colors.ts';
import { test as base } from '../helpers/fixtures.ts';
import { headerButton } from '../helpers/page.ts';

/** Serves the front page with a further policy, as a proxy or an add-on does. */
async function addPolicy(page: Page, policy: string, where: 'header' | 'page') {
  await page.route('**/', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const name = 'Content-Security-Policy';
    const meta = `<meta http-equiv="${name}" content="${policy}">`;
    await route.fulfill(
      where === 'page'
        ? { response, body: html.replace('<head>', `$&${meta}`) }
        : { response, headers: { ...response.headers(), [name]: policy } },
    );
  });
}

const stops: {
  who: string;
  javaScriptEnabled?: boolean;
  stop?: (page: Page) => Promise<void>;
}[] = [
  { who: 'the browser', javaScriptEnabled: false },
  {
    who: 'a policy in the page',
    stop: (page) => addPolicy(page, "script-src 'none'", 'page'),
  },
  {
    who: 'a policy in the answer',
    stop: (page) => addPolicy(page, "script-src 'none'", 'header'),
  },
  {
    who: 'a policy that allows only files',
    stop: (page) => addPolicy(page, "script-src 'self'", 'header'),
  },
];

for (const { who, javaScriptEnabled = true, stop } of stops)
  base.describe(`where ${who} stops the scripts`, () => {
    const test = base.extend<{ stopped: Page }>({
      stopped: async ({ page, server }, use) => {
        await stop?.(page);
        await page.goto(`${server.url}/`);
        await use(page);
      },
    });
    test.use({
      javaScriptEnabled,
      expectedErrors: /violates the following Content Security Policy/,
    });

    test('a line stands in the place of each form', async ({ stopped }) => {
      const forms = stopped.locator('form');
      await expect(forms).not.toHaveCount(0);
      await expect(stopped.locator('form:visible')).toHaveCount(0);
      const lines = stopped.getByText('JavaScript');
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

base.describe('where the scripts do not run', () => {
  base.use({ javaScriptEnabled: false });

  base('the header is opaque and has no button', async ({ page, server }) => {
    await page.goto(server.url);
    await expect(headerButton(page)).toBeHidden();
    await expect(page.getByRole('banner')).toHaveCSS(
      'background-color',
      new TinyColor(colors.page).toRgbString(),
    );
  });
});
