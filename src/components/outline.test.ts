import { expect, it } from 'vitest';
import { outlinePaths } from './outline.ts';

it('draws an icon with all of its paths and their attributes', () => {
  expect(outlinePaths('percentage-50')).toEqual([
    {
      d: 'M12 21a9 9 0 0 0 0 -18m0 0v18',
      fill: 'currentColor',
      stroke: 'none',
    },
    { d: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0' },
  ]);
});

it('refuses a name that no icon has', () => {
  expect(() => outlinePaths('no-such-icon')).toThrow('no icon "no-such-icon"');
});
