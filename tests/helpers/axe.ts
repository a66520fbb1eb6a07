import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Axe for a page without frames: in its default mode it opens another page for each analysis, to join the findings of frames. */
export const createAxe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode();

/** What axe finds, one line for each element, named as in the sources. */
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
