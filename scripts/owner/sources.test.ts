import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

/** The signups of a link with these tags. */
const tagged = (
  utm_source: string | null,
  utm_medium: string | null,
  utm_campaign: string | null,
  signups: number,
) => ({ utm_source, utm_medium, utm_campaign, signups });

test.for([
  ['plain', 'plain'],
  ['a+b%20c', 'a b c'],
  ['a%2Bb', 'a+b'],
  ['%E6%97%a5', '日'],
  ['100%', '100%'],
  ['a%40b.example', '(an e-mail)'],
  ['a%40b.example%ff', '(an e-mail)'],
] as const)('the tag %s reads %s', ([tag, name]) => {
  expect(readSources([tagged(tag, null, null, 1)])).toEqual([
    { name, signups: 1 },
  ]);
});

test('tags that read the same are added up, the largest first', () => {
  expect(
    readSources([
      tagged('news', 'email', 'may', 5),
      tagged(null, null, null, 4),
      tagged('n%65ws', 'email', 'm%61y', 3),
      tagged(null, 'a@b.example', null, 3),
      tagged(null, 'c%40d.example', null, 3),
      tagged('news', null, 'may', 1),
    ]),
  ).toEqual([
    { name: 'news / email / may', signups: 8 },
    { name: '- / (an e-mail)', signups: 6 },
    { name: '(no tag)', signups: 4 },
    { name: 'news / - / may', signups: 1 },
  ]);
});
