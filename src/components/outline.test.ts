import { expect, it } from 'vitest';
import { outlinePaths } from './outline.ts';

it('joins the lines of an outline, and keeps what is filled', () => {
  expect(outlinePaths('plus')).toEqual([{ d: 'M12 5l0 14M5 12l14 0' }]);
  expect(outlinePaths('percentage-50')).toEqual([
    { d: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0' },
    {
      d: 'M12 21a9 9 0 0 0 0 -18m0 0v18',
      fill: 'currentColor',
      stroke: 'none',
    },
  ]);
});
