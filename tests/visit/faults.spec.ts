import { expect, type BrowserContext } from '@playwright/test';
import { test } from '../helpers/fixtures';
import { answering } from '../helpers/http';
import { openFilled, expectInBoth, fixedTexts } from '../helpers/page';
import type { Site } from '../helpers/site';

type Fault = (site: Site, context: BrowserContext) => unknown;

// What a browser's fetch treats in its own way; every other answer is in the store's test.
const faults: [what: string, told: 'refused' | 'unanswered', cause: Fault][] = [
  [
    'a redirect that would hand the address on',
    'refused',
    (site) =>
      site.answerInsertsWith((_request, response) =>
        response.writeHead(307, { Location: '/elsewhere' }).end(),
      ),
  ],
  [
    'a connection that is reset',
    'unanswered',
    (site) => site.answerInsertsWith(({ socket }) => socket.resetAndDestroy()),
  ],
  ['a backend that is gone', 'refused', (site) => site.stopBackend()],
  ['being offline', 'unanswered', (_site, context) => context.setOffline(true)],
];

for (const [what, told, cause] of faults)
  test(`${what} can be overcome by a second press`, async ({
    page,
    context,
    site,
  }) => {
    const { field, button } = await openFilled(page, site.url);
    await expect(button).toBeEnabled();
    await cause(site, context);
    await button.click();
    await expectInBoth(page, fixedTexts[told]);
    // Chromium repeats, by itself, what got no answer on a connection it had used before.
    expect(site.posts.filter((path) => path !== '/rest/v1/waitlist')).toEqual(
      [],
    );
    await expect(field).toHaveValue('ann@example.com');

    await context.setOffline(false);
    site.answerInsertsWith(answering(201));
    await button.click();
    await expectInBoth(page, fixedTexts.success);
  });
