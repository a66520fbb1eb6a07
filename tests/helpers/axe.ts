import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Axe for a page without frames. Without this mode each analysis opens a page more, to join what it has found in frames. */
export const axeFor = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

/** What axe finds, one line for each element, named as in the sources. */
export async function violationsOf(
  page: Page,
  axe: AxeBuilder,
): Promise<string[]> {
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(async ({ target, failureSummary }) => {
      const name = await page
        .locator(target.join(' '))
        .evaluate((element) => nameOf(element));
      return `${name}: ${id}. ${failureSummary}`;
    }),
  );
  return Promise.all(found);
}
