import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { missingScripts, test } from '../helpers/fixtures.ts';
import { waitlistForm } from '../helpers/page.ts';

test.describe('a page whose scripts a deploy has removed', () => {
  test.use({ expectedErrors: missingScripts });

  test('keeps a tick and a choice through its reload', async ({
    page,
    server,
  }) => {
    // As CONTRIBUTING.md's recipe adds them, but only to the first form.
    const html = await readFile(server.builtPage, 'utf8');
    const fields = `
    <input id="tick" name="consent" type="checkbox" />
    <select id="choice" name="team">
      <option>Freelancer</option>
      <option>Agency</option>
    </select>`;
    await writeFile(
      server.builtPage,
      html.replace('</form>', `${fields}</form>`),
    );
    // The reloaded page is seen before React draws its own fields.
    await page.route('**/*.js', (route) =>
      server.loads === 1 ? route.continue() : undefined,
    );

    await page.goto(server.url);
    server.removed = /WaitlistForm.*\.js/;
    await page.locator('#tick').check();
    await page.locator('#choice').selectOption('Agency');
    const { fill, field, button } = waitlistForm(page, 'first');
    await fill();
    await field.press('Enter');
    await expect.poll(() => server.loads).toBe(2);
    await expect(page.locator('#tick')).toBeChecked();
    await expect(page.locator('#choice')).toHaveValue('Agency');
    await expect(button).toHaveAttribute('aria-busy', 'true');
  });
});
