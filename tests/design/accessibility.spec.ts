import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { literals, site as content } from '../../src/site';
import { test } from '../fixtures';
import { waitlistForm } from '../page';
import { openIn, states } from './states';

// axe judges what stands, not what moves.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of [360, 768, 1280, 1920])
  for (const state of states)
    test(`axe finds nothing at ${width} px, ${state}`, async ({
      page,
      site,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await openIn(state, page, site);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations).toEqual([]);
    });

const spoken = {
  idle: `
    - group "Join the waitlist":
      - textbox "Email address":
        - /placeholder: ${literals.placeholder}
      - button "${literals.join}" [disabled]
      - paragraph
  `,
  loading: `
    - group "Join the waitlist":
      - textbox "Email address" [disabled]:
        - /placeholder: ${literals.placeholder}
        - text: ann@example.com
      - button "${literals.joining}" [disabled]
      - paragraph
  `,
  error: `
    - group "Join the waitlist":
      - textbox "Email address" [active]:
        - /placeholder: ${literals.placeholder}
        - text: ann@example.com
      - button "${literals.join}"
      - paragraph: ${literals.duplicate}
  `,
  success: `
    - group "Join the waitlist" [active]:
      - paragraph: ${literals.success}
  `,
};

for (const state of states)
  test(`the form reads sensibly aloud, ${state}`, async ({ page, site }) => {
    await openIn(state, page, site);
    const { root } = waitlistForm(page, 'first');
    await expect(root).toMatchAriaSnapshot(spoken[state]);
  });

test('artwork is hidden from assistive technology', async ({ page, site }) => {
  await openIn('idle', page, site);
  const tree = await page.locator('body').ariaSnapshot();
  expect(tree).not.toMatch(/linen|line-dry|schema\.org/);
  expect(tree.match(/- img.*/g)).toEqual([
    `- img "${content.name}"`,
    `- img "${content.name}"`,
  ]);
});

test('the headings are an outline without gaps, the landmarks are named', async ({
  page,
  site,
}) => {
  await openIn('idle', page, site);
  const levels = await page
    .getByRole('heading')
    .evaluateAll((headings) =>
      headings.map(({ tagName }) => Number(tagName.slice(1))),
    );
  expect(levels[0]).toBe(1);
  levels.forEach((level, index) =>
    expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1),
  );
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  await expect(page.getByRole('region')).toHaveCount(
    await page.locator('main section').count(),
  );
  for (const landmark of ['banner', 'main', 'contentinfo'] as const)
    await expect(page.getByRole(landmark)).toHaveCount(1);
});
