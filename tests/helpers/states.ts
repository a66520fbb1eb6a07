import { expect, type Page } from '@playwright/test';
import { readPages } from '../../scripts/editor/read-pages.ts';
import { waitlistPath } from '../../src/stores/waitlist-path.ts';
import { previewBuild } from './build.ts';
import { answering } from './http.ts';
import {
  expectInEveryForm,
  fixedTexts,
  holdRequests,
  hydrateIslands,
  waitlistForm,
} from './page.ts';
import type { SiteServer } from './server.ts';

/** The states of the forms, in the order in which `goThroughStates` yields them. */
export const states = ['idle', 'error', 'loading', 'success'] as const;

export type State = (typeof states)[number];

/** Opens the page, and submits its first form until all forms have been in every state. */
export async function* goThroughStates(
  page: Page,
  server: SiteServer,
): AsyncGenerator<State, void> {
  await page.goto(server.url);
  await hydrateIslands(page);
  yield 'idle';

  const { fill, button } = waitlistForm(page, 'first');
  await fill();
  server.answerInsertsWith(answering(409, '{"code":"23505"}'));
  await button.click();
  await expectInEveryForm(page, fixedTexts.duplicate);
  yield 'error';

  server.answerInsertsWith();
  // On a slow machine the page would give up this submit before the caller has looked at it.
  await page.evaluate(() => {
    AbortController.prototype.abort = () => undefined;
  });
  const release = await holdRequests(page, server.url + waitlistPath);
  await button.click();
  await expect(button).toHaveAccessibleName(fixedTexts.joining);
  yield 'loading';

  release();
  await expectInEveryForm(page, fixedTexts.success);
  yield 'success';
}

/** Opens the page and brings its forms into one state. */
export async function openInState(
  state: State,
  page: Page,
  server: SiteServer,
): Promise<void> {
  for await (const current of goThroughStates(page, server))
    if (current === state) return;
}

/** The pages of the site, and behind them those of a preview that show every part of the page. */
export const paths = [
  ...readPages('dist').map(({ path }) => path),
  '/parts/',
  '/parts/page/',
];

/** Opens a page of the site, or one of a preview's pages of parts. */
export const openPage = (page: Page, server: SiteServer, path: string) =>
  path.startsWith('/parts/')
    ? openParts(page, server, path)
    : page.goto(server.url + path);

/** Opens one of the pages of parts, and there each `<details>` except the menus of the headers. */
export async function openParts(page: Page, server: SiteServer, path: string) {
  server.deploy(previewBuild.directory);
  await page.goto(server.url + path);
  await page.locator('main details:not(header *)').evaluateAll((all) => {
    for (const details of all) details.toggleAttribute('open', true);
  });
}

/** Goes through the states of the front page, and then opens each other page. `isNewPage` is false where only the state has changed. */
export async function* goThroughPages(
  page: Page,
  server: SiteServer,
): AsyncGenerator<{ view: string; isNewPage: boolean }, void> {
  for await (const state of goThroughStates(page, server))
    yield { view: state, isNewPage: state === 'idle' };
  for (const path of paths)
    if (path !== '/') {
      await openPage(page, server, path);
      yield { view: path, isNewPage: true };
    }
}
