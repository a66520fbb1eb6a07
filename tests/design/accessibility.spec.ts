import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { fixedTexts, site as content } from '../../src/site';
import { test } from '../helpers/fixtures';
import { openIn, states, type State } from '../helpers/states';

const proof = `paragraph "${fixedTexts.socialProof}"`;
const resting = [
  'group "Join the waitlist"',
  'textbox "Email address"',
  `button "${fixedTexts.join}" disabled`,
  'paragraph "" live=polite',
];

/** What a screen reader is given of the form that is used, and of the other one. */
const given: Record<State, [used: string[], unused: string[]]> = {
  idle: [[...resting, proof], resting],
  loading: [
    [
      'group "Join the waitlist" focused',
      'textbox "Email address" disabled',
      `button "${fixedTexts.joining}" disabled`,
      'paragraph "" live=polite',
      proof,
    ],
    [
      'group "Join the waitlist"',
      'textbox "Email address" disabled',
      `button "${fixedTexts.joining}" disabled`,
      'paragraph ""',
    ],
  ],
  error: [
    [
      'group "Join the waitlist"',
      `textbox "Email address" (${fixedTexts.duplicate}) invalid focused`,
      `button "${fixedTexts.join}"`,
      `paragraph "${fixedTexts.duplicate}" live=polite`,
    ],
    [
      'group "Join the waitlist"',
      'textbox "Email address"',
      `button "${fixedTexts.join}" disabled`,
      `paragraph "${fixedTexts.duplicate}"`,
    ],
  ],
  success: [
    [
      `group "Join the waitlist" (${fixedTexts.success}) focused`,
      `paragraph "${fixedTexts.success}" live=polite`,
      proof,
    ],
    [
      `group "Join the waitlist" (${fixedTexts.success})`,
      `paragraph "${fixedTexts.success}"`,
    ],
  ],
};

for (const state of states)
  test(`a screen reader is given what counts, and axe finds nothing, ${state}`, async ({
    page,
    site,
  }) => {
    await openIn(state, page, site);
    for (const [index, id] of ['join', 'join-beta'].entries())
      await expect
        .poll(() => accessibilityTree(page, id))
        .toEqual(given[state][index]);

    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations, `${width} px`).toEqual([]);
    }
  });

/** The form `id` as Chromium hands it to a screen reader, a line a node: role, name, (description), states. */
async function accessibilityTree(page: Page, id: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: `document.getElementById('${id}')`,
  });
  const { nodes } = await devtools.send('Accessibility.queryAXTree', {
    objectId: result.objectId ?? '',
  });
  await devtools.detach();
  const textOf = (ids: string[]): string =>
    nodes
      .filter(({ nodeId }) => ids.includes(nodeId))
      .map(({ role, name, childIds = [] }) =>
        role?.value === 'StaticText' ? name?.value : textOf(childIds),
      )
      .join('');
  return nodes
    .filter(({ role }) => /group|textbox|button|paragraph/.test(role?.value))
    .map(({ role, name, description, properties = [], childIds = [] }) => {
      const states = properties.flatMap(({ name, value: { value } }) => {
        if (name === 'live') return `live=${value}`;
        const isOn = String(value) === 'true';
        return isOn && /disabled|invalid|focused/.test(name) ? name : [];
      });
      return [
        role?.value,
        `"${role?.value === 'paragraph' ? textOf(childIds) : name?.value}"`,
        ...(description?.value ? [`(${description.value})`] : []),
        ...states,
      ].join(' ');
    });
}

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
  // The hero's name would be read out again behind its form: its heading is enough.
  await expect(page.getByRole('region')).toHaveCount(
    (await page.locator('main section').count()) - 1,
  );
  for (const landmark of ['banner', 'main', 'contentinfo'] as const)
    await expect(page.getByRole(landmark)).toHaveCount(1);
});
