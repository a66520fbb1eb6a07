import { stringify } from 'csv-stringify/sync';

/**
 * A table as CSV (https://www.rfc-editor.org/rfc/rfc4180), in which no spreadsheet finds a formula. As in
 * Postgres's own CSV, an empty cell is null, and an empty text has quotes.
 */
export function formatCsv<Column extends string>(
  columns: readonly Column[],
  rows: Record<Column, unknown>[],
): string {
  return stringify(rows, {
    columns,
    header: true,
    quoted_string: true,
    record_delimiter: 'windows',
    cast: { string: withoutFormulas, boolean: String },
  });
}

// A formula begins with one of these signs, at the beginning of a cell. Some spreadsheets also begin a
// cell after a `;`. They ignore spaces and quotation marks before the sign. Tabs and line breaks would
// begin a cell, too, but the table refuses them. https://owasp.org/www-community/attacks/CSV_Injection
const formula = /(?<=^|;)(?='*["\s]*[=+\-@＝＋－＠])/g;
const escapedFormula = /(?<=^|;)'(?='*["\s]*[=+\-@＝＋－＠])/g;

/**
 * A text that no spreadsheet runs as a formula: `'=1` for `=1`, and `a;'=1` for `a;=1`. A text that has
 * the `'` itself gets a second one, so `withFormulas` brings back every text. (The option
 * `escape_formulas` of csv-stringify leaves `'=1` as it is, so nobody could tell it from `=1`.)
 */
function withoutFormulas(text: string): string {
  return text.replace(formula, "'");
}

/** The text that `withoutFormulas` got. */
export function withFormulas(text: string): string {
  return text.replace(escapedFormula, '');
}
