import { expect, type Page } from '@playwright/test';
import { expectInBoth, fixedTexts, hydrated, waitlistForm } from './page';
import type { Site } from './site';

export const states = ['idle', 'loading', 'error', 'success'] as const;

export type State = (typeof states)[number];

/** Opens the page and brings its forms into `state`, by a submit of the first form. */
export async function openIn(
  state: State,
  page: Page,
  site: Site,
): Promise<void> {
  await page.goto(site.url);
  await hydrated(page);
  if (state === 'idle') return;
  const { field, button } = waitlistForm(page, 'first');
  if (state === 'loading') site.answerInsertsWith(() => undefined);
  if (state === 'error') await site.addRow('ann@example.com');
  await field.fill('ann@example.com');
  await button.click();
  if (state === 'loading')
    await expect(button).toHaveAccessibleName(fixedTexts.joining);
  if (state === 'error') await expectInBoth(page, fixedTexts.duplicate);
  if (state === 'success') await expectInBoth(page, fixedTexts.success);
}
