import { readEmail } from '../../src/stores/email.ts';
import { parseCsv, type Cell, type Row } from './csv.ts';
import type { ImportedRow } from './database.types.ts';
import { importedColumns } from './signups.ts';

/** A person of a file: the row for the waitlist, and the row of the file in words. */
export interface Person {
  row: ImportedRow & { email: string };
  place: string;
}

/** The columns that import reads: the name in the waitlist, and the index in the file. */
type Columns = Map<keyof ImportedRow, number>;

/**
 * Reads an export, or the e-mails of any other table whose header names their column. Returns which columns
 * are read, each person once by the e-mail in small letters, and the lines from which nobody is read.
 *
 * @throws an Error of one line if the file is neither, or if a spreadsheet has rewritten a time of an export
 */
export function readPeople(octets: Buffer) {
  const [header, ...rows] = parseCsv(decode(octets));
  const names = header?.cells.map(printable) ?? [];
  const columns = findColumns(names);
  const people = new Map<string, Person>();
  const refused: string[] = [];
  for (const row of rows) {
    const given: ImportedRow = {};
    for (const [column, index] of columns)
      given[column] = row.cells[index] ?? null;
    const email = emailIn(given.email);
    const mistake = mistakeIn(row.cells, names.length);
    if (!email || mistake) {
      refused.push(`${placeOf(row)} ${mistake ?? 'has no e-mail, or several'}`);
      continue;
    }
    if (columns.has('created_at')) checkTime(given.created_at, row.line);
    const key = email.toLowerCase();
    if (!people.has(key))
      people.set(key, { row: { ...given, email }, place: placeOf(row) });
  }
  return { columns: describe(columns, names), people, refused };
}

/** The text of a file: UTF-16 if it has that byte order mark, otherwise UTF-8. */
function decode(octets: Buffer): string {
  const mark = octets.toString('hex', 0, 2);
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark];
  const text = new TextDecoder(encoding).decode(octets);
  if (text.includes('\0'))
    throw new Error('it is no text. Save the table as CSV (UTF-8)');
  return text;
}

/** Finds the column of the e-mails, and in an export the other columns of the waitlist. */
function findColumns(names: string[]): Columns {
  const columns: Columns = new Map([['email', findEmailColumn(names)]]);
  const isExport = ['email', 'referrer', 'source', 'created_at'].every((name) =>
    names.includes(name),
  );
  // An older export lacks a column that the waitlist has got since.
  if (isExport)
    for (const column of importedColumns)
      if (names.includes(column)) columns.set(column, names.indexOf(column));
  return columns;
}

/** The column named `email` or `e-mail`, or else the only one whose name contains that: `Your email address`. */
function findEmailColumn(names: string[]): number {
  const exact = names.filter((name) => /^e-?mail$/i.test(name));
  // A file without a header may begin with `ann@googlemail.com`.
  const longer = names.filter(
    (name) => /e-?mail/i.test(name) && !emailIn(name),
  );
  const [found, ...others] = exact.length > 0 ? exact : longer;
  if (found === undefined) {
    // The first line of a file without a header is somebody's, so no e-mail is printed.
    const shown = names.filter((name) => name && !hasAt(name));
    throw new Error(
      `its first line must name the columns, and one of them "email". It names: ${list(shown)}`,
    );
  }
  if (others.length > 0)
    throw new Error(
      `several columns may have the e-mails: ${list([found, ...others])}. Name one of them "email"`,
    );
  return names.indexOf(found);
}

/**
 * The characters that an e-mail may have in HTML (https://html.spec.whatwg.org/#valid-e-mail-address). The
 * database has the last word: its check also knows the form of a domain and the greatest length.
 */
const looksLikeEmail = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]*[a-z\d]$/i;

/** The e-mail in a text, as the form reads it. An e-mail of the list, which is in ASCII, stays as it is. */
export function emailIn(text: Cell = ''): string | undefined {
  const listed = text?.trim() ?? '';
  if (looksLikeEmail.test(listed)) return listed;
  const email = readEmail(listed);
  return looksLikeEmail.test(email) ? email : undefined;
}

/** Why the cells of a row may not be those of one person. */
function mistakeIn(cells: Cell[], width: number): string | undefined {
  const texts = cells.map((cell) => cell?.trim() ?? '');
  if (texts.slice(width).some(Boolean)) return 'has more cells than the header';
  // Two quotation marks that are out of place can make one cell of several people's lines.
  if (texts.some((text) => text.includes('\n') && hasAt(text)))
    return 'has an e-mail in a cell of several lines. If a quotation mark is out of place, correct it; if the cell is a note, remove the e-mail';
  return undefined;
}

function hasAt(text: string): boolean {
  return /[@＠]/.test(text);
}

/** A time as PostgREST and Postgres write it, with its time zone. */
const exactTime =
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/** @throws an Error of one line if a time of an export is not as export wrote it. */
function checkTime(time: Cell = null, line: number): void {
  if (!exactTime.test(time ?? ''))
    throw new Error(
      `line ${line} has the time "${printable(time)}", not one like 2026-11-21T14:00:00+00:00. Import the file as export wrote it, before a spreadsheet saved it. If another tool wrote it, delete the column created_at`,
    );
}

function describe(columns: Columns, names: string[]): string {
  const isRead = (index: number) => [...columns.values()].includes(index);
  const read = names.filter((_name, index) => isRead(index));
  const others = names.filter((name, index) => name && !isRead(index));
  return `Columns read: ${list(read)}. Not read: ${list(others)}.`;
}

/** Names of columns, as a message shows them. */
function list(names: string[]): string {
  return names.map((name) => `"${name.slice(0, 100)}"`).join(', ') || 'none';
}

/** A row of the file, as a message names it. */
function placeOf({ line, cells }: Row): string {
  const text = printable(cells.filter(Boolean).join(', '));
  return `Line ${line} (${text.slice(0, 100)})`;
}

/** A text of the file on one line, without the control characters that a terminal could obey. */
function printable(text: Cell): string {
  return (text ?? '').replace(/\p{Cc}/gu, ' ').trim();
}
