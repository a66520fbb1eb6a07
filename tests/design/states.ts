import { expect, type Page } from '@playwright/test';
import type { test } from '../fixtures';
import { hydrated, messages, waitlistForm } from '../page';

type Site = Parameters<Parameters<typeof test>[2]>[0]['site'];

export const states = ['idle', 'loading', 'error', 'success'] as const;

export type State = (typeof states)[number];

/** Opens the page and brings its forms into `state`, by what the server answers to the first form. */
export async function openIn(
  state: State,
  page: Page,
  site: Site,
): Promise<void> {
  await page.goto(site.url);
  await hydrated(page);
  await settled(page);
  await enter(state, page, site);
}

/** Brings the forms of an open page into `state`. */
async function enter(state: State, page: Page, site: Site): Promise<void> {
  if (state === 'idle') return;
  const { field, button } = waitlistForm(page, 'first');
  if (state === 'loading') site.answerInsertsWith(() => undefined);
  await field.fill('ann@example.com');
  await button.click();
  if (state === 'loading') await expect(button).toHaveText(messages.joining);
  else await expect(page.getByText(messages.success)).toHaveCount(2);
  if (state !== 'error') return;

  await page.reload();
  await hydrated(page);
  await settled(page);
  await field.fill('ann@example.com');
  await button.click();
  await expect(page.getByText(messages.duplicate)).toHaveCount(2);
}

/** Waits until what moves once has come to rest; what is drawn as the page is scrolled goes with that. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline === document.timeline &&
          effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.all(passing.map(({ finished }) => finished));
  });
}
