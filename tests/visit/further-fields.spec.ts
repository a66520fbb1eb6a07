import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { missingScripts, test } from '../helpers/fixtures.ts';
import { fixedTexts, waitlistForm } from '../helpers/page.ts';

/**
 * The checkbox and the select of the recipe in CONTRIBUTING.md, as the first form renders them. Their ids are
 * not those of the recipe, because the page may have these fields itself.
 */
async function readRecipe(): Promise<string> {
  const recipe = await readFile('CONTRIBUTING.md', 'utf8');
  const labels = recipe.match(/^<label.*?^<\/label>$/gms) ?? [];
  expect(labels, 'the fields of the recipe').toHaveLength(2);
  return labels
    .join('')
    .replaceAll('className=', 'class=')
    .replaceAll(/\{`\$\{id\}-(\w+)`\}/g, '"further-$1"')
    .replaceAll('disabled={isLoading}', '')
    .replaceAll(/<(\/?)Text>/g, '<$1span>');
}

test.describe('a page whose scripts a deploy has removed', () => {
  test.use({ expectedErrors: missingScripts });

  test('keeps a tick and a choice through its reload', async ({
    page,
    server,
  }) => {
    const html = await readFile(server.builtPage, 'utf8');
    const fields = await readRecipe();
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
    const tick = page.locator('#further-consent');
    const choice = page.locator('#further-size');
    await tick.check();
    await choice.selectOption('11-50');
    const { fill, button } = waitlistForm(page, 'first');
    await fill();
    await button.click();
    await expect.poll(() => server.loads).toBe(2);
    await expect(tick).toBeChecked();
    await expect(choice).toHaveValue('11-50');
    await expect(button).toHaveAccessibleName(fixedTexts.joining);
  });
});
