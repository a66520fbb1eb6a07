import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** A cell of a table. As in Postgres's own CSV, an empty cell is null, and an empty text has quotes. */
export type Cell = string | null;

/** A row of a file, and the number of the line on which the row begins. */
export interface Row {
  line: number;
  cells: Cell[];
}

/** A table as CSV (https://www.rfc-editor.org/rfc/rfc4180), in which no spreadsheet finds a formula. */
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

/**
 * The rows of a file, without empty ones. The header line has the delimiter more often than any other.
 *
 * @throws an Error of one line if a quotation mark is out of place, for example without its second
 */
export function parseCsv(file: string): Row[] {
  const text = file.replace(/\r\n?/g, '\n');
  // A delimiter between quotation marks belongs to a name.
  const lines = text.replace(/"[^"]*"/g, '').split('\n');
  const header = lines.find((line) => line.trim()) ?? '';
  const [delimiter = ','] = [',', ';', '\t', '|'].sort(
    (a, b) => header.split(b).length - header.split(a).length,
  );

  const rows: Row[] = [];
  let lastLine = 0;
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      skip_records_with_empty_values: true,
      cast: (cell, { quoting }) =>
        cell || quoting ? withFormulas(cell) : null,
      on_record: (cells, { lines }) => {
        lastLine = lines;
        const furtherLines = cells.join('').split('\n').length - 1;
        rows.push({ line: lastLine - furtherLines, cells });
        return null;
      },
    });
  } catch (cause) {
    // For a quotation mark without its second, csv-parse's own message names the last line of the file.
    throw new Error(
      `on line ${lastLine + 1} or below, a quotation mark is out of place or lacks its second. Correct it, or save the table as CSV again`,
      { cause },
    );
  }
  return rows;
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
function withFormulas(text: string): string {
  return text.replace(escapedFormula, '');
}
