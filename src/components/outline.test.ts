import { expect, it } from 'vitest';
import { outlinePaths } from './outline.ts';

it('refuses a name that no icon has', () => {
  expect(() => outlinePaths('no-such-icon')).toThrow('no-such-icon');
});
