import { expect, test } from 'vitest';
import { csvLine, parseRows, withFormulas } from './csv.ts';

test.for([
  ['=1', "'=1"],
  [' \u00a0"＝1', `' \u00a0"＝1`],
  ["'=1", "''=1"],
  ["''-1", "'''-1"],
  ["a;+1; '@x;b", "a;'+1; '@x;b"],
  ["';=1", "';'=1"],
  ["'a=1", "'a=1"],
  ['1=1', '1=1'],
] as const)('%j is no formula in a file: %j', ([text, written]) => {
  const line = csvLine([text]);
  expect(line).toBe(`"${written.replaceAll('"', '""')}"\r\n`);
  const [row] = parseRows(line, ',');
  expect(row?.cells).toEqual([written]);
  expect(withFormulas(written)).toBe(text);
});

test('a text without letters is not the same as no text', () => {
  const cells = ['', null, 'a', null, ''];
  expect(parseRows(csvLine(cells), ',')).toEqual([{ line: 1, cells }]);
});
