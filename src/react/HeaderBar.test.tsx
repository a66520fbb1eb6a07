import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { site } from '../site.ts';
import { PageHeader } from './PageHeader.tsx';

const pricing = { name: 'Pricing of linen', url: '/pricing-of-linen/' };

beforeEach(() => {
  site.headerLinks.push(pricing);
});
afterEach(() => {
  site.headerLinks.pop();
});

it('has the links that the owner writes into site.ts, in a row and in a menu', () => {
  render(<PageHeader />);
  const links = screen.getAllByRole('link', { name: pricing.name });
  expect(links).toHaveLength(2);
  for (const link of links) expect(link).toHaveAttribute('href', pricing.url);
});
