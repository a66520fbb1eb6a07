import { expect, test } from 'vitest';
import { formatCsv, withFormulas } from './csv.ts';

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
  const file = formatCsv(['column'], [{ column: text }]);
  expect(file).toBe(`"column"\r\n"${written.replaceAll('"', '""')}"\r\n`);
  expect(withFormulas(written)).toBe(text);
});

test('an empty text and no text are written differently', () => {
  const columns = ['a', 'b', 'c'] as const;
  const file = formatCsv(columns, [{ a: '', b: null, c: false }]);
  expect(file).toBe('"a","b","c"\r\n"",,false\r\n');
});
