import { expect, it } from 'vitest';
import { site } from '../site.ts';
import { outlinePaths } from './outline.ts';

it('names the file with the wrong name', () => {
  // Two quoted texts that no icon has as its name
  expect(() => outlinePaths('hero')).toThrow('src/sections/Hero.astro: ');
  expect(() => outlinePaths(site.contact)).toThrow('src/site.ts: ');
});
