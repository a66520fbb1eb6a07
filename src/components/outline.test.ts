import { expect, it } from 'vitest';
import { outlinePaths } from './outline.ts';

it('has all paths of an icon, with their attributes', () => {
  expect(outlinePaths('percentage-50')).toEqual([
    {
      d: 'M12 21a9 9 0 0 0 0 -18m0 0v18',
      fill: 'currentColor',
      stroke: 'none',
    },
    { d: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0' },
  ]);
});
