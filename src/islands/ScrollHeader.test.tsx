import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serveInserts } from '../../tests/helpers/inserts';
import { fixedTexts, site } from '../site';

serveInserts();
const user = userEvent.setup();
const scrollIntoView = vi.fn<Element['scrollIntoView']>();

beforeEach(async () => {
  scrollIntoView.mockClear();
  // jsdom has no layout, hence no scrolling, and no media.
  Element.prototype.scrollIntoView = scrollIntoView;
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { default: ScrollHeader } = await import('./ScrollHeader');
  const { default: WaitlistForm } = await import('./WaitlistForm');
  render(
    <>
      <ScrollHeader formId="join" />
      <WaitlistForm id="join" />
    </>,
  );
});

function scrollTo(y: number) {
  act(() => {
    window.scrollY = y;
    dispatchEvent(new Event('scroll'));
  });
}

describe('ScrollHeader', () => {
  it('shows the product name as the logo', () => {
    expect(screen.getByRole('img', { name: site.name })).toBeVisible();
  });

  it('is transparent up to 20 px and dark beyond', () => {
    const header = screen.getByRole('banner');
    for (const [y, isScrolled] of [
      [20, 'false'],
      [21, 'true'],
      [20, 'false'],
    ] as const) {
      scrollTo(y);
      expect(header).toHaveAttribute('data-scrolled', isScrolled);
    }
  });

  it('scrolls to the form and focuses its field', async () => {
    await user.click(
      screen
        .getByRole('banner')
        .getElementsByTagName('button')[0] as HTMLElement,
    );
    expect(scrollIntoView.mock.contexts).toEqual([
      document.getElementById('join'),
    ]);
    expect(screen.getByRole('textbox')).toHaveFocus();
  });

  it('says so when the visitor is on the list, and still leads there', async () => {
    await user.type(screen.getByRole('textbox'), 'ann@example.com{Enter}');
    await user.click(
      await screen.findByRole('button', { name: fixedTexts.joined }),
    );
    expect(scrollIntoView.mock.contexts).toEqual([
      document.getElementById('join'),
    ]);
  });
});
