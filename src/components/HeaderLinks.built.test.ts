import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { expect, it, onTestFinished } from 'vitest';
import { site } from '../site.ts';
import HeaderLinks from './HeaderLinks.astro';

it('has the links that the owner writes into site.ts, in a row and in a menu', async () => {
  site.headerLinks.push({
    name: 'Pricing of linen',
    url: '/pricing-of-linen/',
  });
  onTestFinished(() => void site.headerLinks.pop());
  const container = await AstroContainer.create();
  const html = await container.renderToString(HeaderLinks);
  expect(
    html.match(/<a href="\/pricing-of-linen\/"[^>]*>\s*Pricing of linen/g),
  ).toHaveLength(2);
});
