import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Axe for a page without frames. For pages with frames, axe's default mode opens another page at each analysis. */
export const createAxe = (page: Page) =>
  new AxeBuilder({ page })
    .setLegacyMode()
    // Chromium and Firefox let the keyboard scroll a wide table without a tabindex.
    .disableRules('scrollable-region-focusable');

/** Axe's findings, one line for each element, with the element's name and file. */
export async function findViolations(
  page: Page,
  axe: AxeBuilder,
): Promise<string[]> {
  const { violations } = await axe.analyze();
  const lines = violations.flatMap(({ id, nodes }) =>
    nodes.map(async ({ target, failureSummary }) => {
      const name = await page
        .locator(target.join(' '))
        .evaluate((element) => nameOf(element));
      return `${name}: ${id}. ${failureSummary}`;
    }),
  );
  return Promise.all(lines);
}
