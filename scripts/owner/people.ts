import { readEmail, withAsciiDomain } from '../../src/stores/email.ts';
import { decode, parseRows, withFormulas, type Cell, type Row } from './csv.ts';
import type { ImportedRow } from './database.types.ts';
import { importedColumns } from './signups.ts';

/** A person of a file: the row for the waitlist, and the row of the file in words. */
export interface Person {
  row: ImportedRow & { email: string };
  place: string;
}

/** What import reads in a file. */
interface Contents {
  /** Says which columns are read. */
  columns: string;
  /** Each person once, by the e-mail in small letters, in the order of the file. */
  people: Map<string, Person>;
  /** The lines with a text from which nobody is read, each with the reason. */
  refused: string[];
}

/**
 * Reads the people of an export, or of any other table with a column of e-mails.
 *
 * @throws an Error of one line if the file is no such table, or has a time that a spreadsheet has rewritten
 */
export function readPeople(octets: Buffer): Contents {
  const { rows, header, emailColumn } = findTable(decode(octets));
  const people: Contents['people'] = new Map();
  const refused: string[] = [];
  for (const row of rows) {
    // A stray quotation mark and the next one may surround the people on several lines. Or these lines are
    // a note, with somebody's e-mail in it.
    const hidden = row.cells
      .flatMap((cell) => cell?.split('\n').slice(1) ?? [])
      .filter(hasAt);
    if (hidden.length > 0)
      refused.push(
        `${placeOf(row)} has quotation marks around ${hidden.length} more ${hidden.length === 1 ? 'line' : 'lines'} with an e-mail. If a person stands there, remove the quotation marks`,
      );
    const email = emailIn(row.cells[emailColumn]);
    if (!email) refused.push(`${placeOf(row)} has no e-mail`);
    // If the header has no name for a cell, nothing says whose e-mail is in the cell.
    else if (
      row.cells.some(
        (cell, column) =>
          !header?.[column] &&
          /\S[@＠]/.test(cell ?? '') &&
          emailIn(cell) !== email,
      )
    )
      refused.push(
        `${placeOf(row)} has several e-mails. Write each of them on a line of its own`,
      );
    else if (!people.has(email.toLowerCase()))
      people.set(email.toLowerCase(), {
        row: { ...givenCells(row, header ?? []), email },
        place: placeOf(row),
      });
  }
  return { columns: describeColumns(header, emailColumn), people, refused };
}

/** A table: its rows below the header, the names in the header, and the index of the column of e-mails. */
interface Table {
  rows: Row[];
  header: string[] | undefined;
  emailColumn: number;
}

/** Finds the table in a text: its delimiter is the one with which a column has the most e-mails. */
function findTable(text: string): Table {
  if (text.includes('\0'))
    throw new Error('it is no text. Save the table as CSV (UTF-8)');
  if (/^\s*<[!?a-z][^@>]*>/i.test(text))
    throw new Error('it is a web page, no table');
  // Excel's mark for the delimiter is no row, but it is a line.
  const table = text.replace(/^sep=.(?=[\r\n])/i, '');
  const [best] = [',', ';', '\t', '|']
    .map((delimiter) => {
      const rows = parseRows(table, delimiter);
      const counts = countEmails(rows);
      return { rows, counts, most: Math.max(0, ...counts) };
    })
    .sort((a, b) => b.most - a.most || b.counts.length - a.counts.length);
  if (!best?.most) throw new Error('it is no table with a column of e-mails');

  const { rows, counts } = best;
  // A line with a wrong e-mail, such as `ann@`, is no header. Above the header a program or a person
  // may have written a title, which can begin with `E-mail`, too.
  const above = rows.slice(
    0,
    rows.findIndex(({ cells }) => cells.some(hasAt)),
  );
  const headerRow =
    above.findLast(({ cells }) =>
      cells.some((cell) => /^e-?mail/i.test(cell?.trim() ?? '')),
    ) ?? above[0];
  if (!headerRow)
    return { rows, header: undefined, emailColumn: mostOf(counts) };

  const header = headerRow.cells.map((cell) => printable(cell ?? ''));
  // A column `Email` comes before `Email 2`, and both come before a column with more e-mails, for
  // example of colleagues.
  const [named = counts] = [/^e-?mail$/i, /^e-?mail/i]
    .map((name) =>
      counts.map((count, column) =>
        name.test(header[column] ?? '') ? count : 0,
      ),
    )
    .filter((counts) => counts.some(Boolean));
  const others = rows.filter((row) => row !== headerRow);
  return { rows: others, header, emailColumn: mostOf(named) };
}

/** Whether a cell may be a wrong e-mail: `ann@`, `ann @x.example`. A name such as `Your Twitter @` is none. */
function hasAt(cell: Cell): boolean {
  return /\S[@＠]|\S\s[@＠]\S/.test(cell ?? '');
}

/** The index of the largest number, the first if there are several. */
function mostOf(counts: number[]): number {
  return counts.indexOf(Math.max(...counts));
}

/** How many different e-mails each column has. */
function countEmails(rows: Row[]): number[] {
  const columns: Set<string>[] = [];
  for (const { cells } of rows)
    for (const [index, cell] of cells.entries()) {
      const emails = (columns[index] ??= new Set());
      const email = emailIn(cell);
      if (email) emails.add(email);
    }
  return columns.map(({ size }) => size);
}

/**
 * The characters that an e-mail may have in HTML (https://html.spec.whatwg.org/#valid-e-mail-address). The
 * database has the last word: its check also knows the form of a domain and the greatest length.
 */
const looksLikeEmail = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]+$/i;

/** The e-mail in a cell, as the form reads it. */
function emailIn(cell: Cell | undefined): string | undefined {
  if (!cell) return undefined;
  const email = withAsciiDomain(readEmail(withFormulas(cell)));
  return looksLikeEmail.test(email) ? email : undefined;
}

/** A time with its time zone, as PostgREST and Postgres write it. */
const exactTime =
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/** The cells of the columns that the waitlist has, too. A column that an older export lacks is left out. */
function givenCells({ line, cells }: Row, header: string[]): ImportedRow {
  const row: ImportedRow = {};
  for (const column of importedColumns) {
    const index = indexOf(column, header);
    if (index < 0) continue;
    const cell = cells[index] ?? null;
    if (column === 'created_at' && !exactTime.test(cell ?? ''))
      throw new Error(
        `line ${line} has the time "${printable(cell ?? '')}", not one like 2026-11-21T14:00:00+00:00. If a spreadsheet has changed the file, import the file that export wrote. For another list, delete the column created_at`,
      );
    row[column] = cell === null ? null : withFormulas(cell);
  }
  return row;
}

function indexOf(column: string, header: string[]): number {
  return header.findIndex((name) => name.toLowerCase() === column);
}

function describeColumns(
  header: string[] | undefined,
  emailColumn: number,
): string {
  if (!header)
    return `The file has no header. Its column ${emailColumn + 1} has the e-mails; other columns are not read.`;
  const name = header[emailColumn];
  const given = importedColumns
    .filter((column) => column !== 'email')
    .map((column) => indexOf(column, header));
  const others = header.map((name, index) => ({ name, index }));
  const list = (names: typeof others) =>
    names.map(({ name }) => `"${name}"`).join(', ') || 'nothing';
  const read = others.filter(({ index }) => given.includes(index));
  const unread = others.filter(
    (column) =>
      column.name && column.index !== emailColumn && !read.includes(column),
  );
  return [
    name
      ? `The column "${name}" has the e-mails.`
      : `Column ${emailColumn + 1}, which has no name, has the e-mails.`,
    `Also read: ${list(read)}. Not read: ${list(unread)}.`,
  ].join(' ');
}

/** A row of the file, as a message names it. */
function placeOf({ line, cells }: Row): string {
  const text = printable(cells.filter(Boolean).join(', '));
  return `Line ${line} (${text.slice(0, 100)})`;
}

/** A text of the file on one line, without the control characters that a terminal could obey. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').trim();
}
