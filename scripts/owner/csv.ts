/** A cell of a table. As in Postgres's own CSV, an empty cell is null, and an empty text has quotes. */
export type Cell = string | null;

/** A row of a table, and the number of the line on which the row begins. */
export interface Row {
  line: number;
  cells: Cell[];
}

/** A line of CSV (https://www.rfc-editor.org/rfc/rfc4180) with quotes around each text, and no formula. */
export function csvLine(cells: Cell[]): string {
  const texts = cells.map((cell) =>
    cell === null ? '' : `"${withoutFormulas(cell).replaceAll('"', '""')}"`,
  );
  return `${texts.join()}\r\n`;
}

// A formula begins with one of these signs, at the beginning of a cell. Some spreadsheets also begin a
// cell after a `;`. They ignore spaces and quotation marks before the sign. Tabs and line breaks would
// begin a cell, too, but the table refuses them. https://owasp.org/www-community/attacks/CSV_Injection
const formula = /(?<=^|;)(?='*["\s]*[=+\-@＝＋－＠])/g;
const escapedFormula = /(?<=^|;)'(?='*["\s]*[=+\-@＝＋－＠])/g;

/**
 * A text that no spreadsheet runs as a formula: `'=1` for `=1`, and `a;'=1` for `a;=1`. A text that has
 * the `'` itself gets a second one, so `withFormulas` brings back every text.
 */
function withoutFormulas(text: string): string {
  return text.replace(formula, "'");
}

/** The text that `withoutFormulas` got. */
export function withFormulas(text: string): string {
  return text.replace(escapedFormula, '');
}

/**
 * The text of a file in UTF-16 with a byte order mark, or else in UTF-8. A line that is no UTF-8 is
 * read as Windows-1252, which Excel writes: every line can be read so.
 */
export function decode(octets: Buffer): string {
  const mark = octets.toString('hex', 0, 2);
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(octets);
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(octets);
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const windows1252 = new TextDecoder('windows-1252');
  // In Latin-1 each octet is one character, so this text is split into lines without loss.
  return octets.toString('latin1').replace(/[^\r\n]+/g, (latin1) => {
    const line = Buffer.from(latin1, 'latin1');
    try {
      return utf8.decode(line);
    } catch {
      return windows1252.decode(line);
    }
  });
}

/**
 * The rows of a table, without empty ones. Every text has rows: a quotation mark that is out of place, for
 * example one without its second, belongs to its cell. A cell in quotes may have several lines.
 */
export function parseRows(text: string, delimiter: string): Row[] {
  // `Ann ""the editor"" Example`, or an address of several lines
  const quoted = '(?:[^"]|"")*';
  const plain = `[^${delimiter}\n]*`;
  const cell = `(?:"(?<quoted>${quoted})"|(?<plain>${plain}))`;
  const pattern = new RegExp(`${cell}(?<end>[${delimiter}\n]|$)`, 'g');

  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  for (const { 0: whole, groups } of text
    .replace(/\r\n?/g, '\n')
    .matchAll(pattern)) {
    const { quoted, plain, end } = groups ?? {};
    row.cells.push(quoted?.replaceAll('""', '"') ?? (plain || null));
    line += whole.split('\n').length - 1;
    if (end === delimiter) continue;
    if (row.cells.some((cell) => cell?.trim())) rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}
