import { expect, test } from 'vitest';
import { readableSource } from './sources.ts';

test.for([
  ['newsletter / email / november', 'newsletter / email / november'],
  ['spring%20sale+now / e%2bmail', 'spring sale now / e+mail'],
  ['%e6%97%a5 / - / may', '日 / - / may'],
  ['%C3%89t%c3%a9', 'été'],
  ['newsletter%20 / +email / %20', 'newsletter / email'],
  ['%c2%a0spring%c2%a0+sale%e2%80%af', 'spring sale'],
  ['50% / email%20two', '50% / email two'],
  ['caf%e9+bar', 'caf%e9+bar'],
  ['a%1b[2j+b', 'a%1b[2j+b'],
  ['a%c2%9b2j', 'a%c2%9b2j'],
] as const)('the source %j is shown as %j', ([source, shown]) => {
  expect(readableSource(source)).toBe(shown);
});
