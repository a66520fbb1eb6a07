import { CsvError, parse } from 'csv-parse/sync';
import { readEmail } from '../../src/stores/email.ts';
import { withFormulas } from './csv.ts';
import type { ImportedRow } from './database.types.ts';
import { importedColumns } from './signups.ts';

/** A person of a file: the row for the waitlist, and where the row is in the file. */
export interface Person {
  row: ImportedRow & { email: string };
  place: string;
}

/** The names of the column with the e-mails. */
const emailName = /^e-?mail( address)?$/i;

/**
 * Reads a CSV file: an export whole, of any other file the column of the e-mails. Returns the columns that are
 * read, each person once by the e-mail in small letters, and the lines from which nobody is read.
 *
 * @throws an Error of one line if the file is no such table, or if a spreadsheet has rewritten a time of an export
 */
export function readPeople(octets: Buffer) {
  // This octet begins the UTF-16 of Excel, and is nowhere in UTF-8.
  const encoding = octets[0] === 0xff ? 'utf-16le' : 'utf-8';
  const text = new TextDecoder(encoding).decode(octets).replace(/\r\n?/g, '\n');
  const delimiter = findDelimiter(text);
  let columns: Column[] = [];
  const people = new Map<string, Person>();
  const refused: string[] = [];
  /** The line on which a row of the file begins. */
  let line = 1;
  try {
    parse<ImportedRow>(text, {
      delimiter,
      record_delimiter: '\n',
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      columns: (names) => {
        line = 2;
        return (columns = toColumns(names));
      },
      cast: (cell, { index, lines, quoting }) => {
        // `lines` counts up to the end of the cell.
        if (index === 0) line = lines - (cell.split('\n').length - 1);
        // Two quotation marks that are out of place can make one cell of several people's lines.
        if (cell.trim().includes('\n') && /[@＠]/.test(cell))
          throw new Error(
            'a cell of several lines has an e-mail. Correct the quotation marks, or delete the column',
          );
        return cell || quoting ? withFormulas(cell) : null;
      },
      on_record: (row, { lines }) => {
        checkTime(row.created_at);
        const place = `Line ${line} (${printable(row.email ?? '')})`;
        const email = emailIn(row.email ?? '');
        if (!email) refused.push(`${place} has no e-mail, or several`);
        else if (!people.has(email.toLowerCase()))
          people.set(email.toLowerCase(), { row: { ...row, email }, place });
        // The next row begins here, or below empty lines.
        line = lines + 1;
        return null;
      },
    });
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(
      cause instanceof CsvError
        ? `line ${line}, or a line below, has more or fewer cells than the first line, or a quotation mark out of place. Correct it, or save the table as CSV again`
        : `line ${line}: ${printable(message)}`,
      { cause },
    );
  }
  return { columns: columns.filter(Boolean), people, refused };
}

/** The delimiter with which the first line has exactly one column of e-mails. */
function findDelimiter(text: string): string {
  const [header = ''] = text.split('\n', 1);
  const isEmail = (name: string) =>
    emailName.test(name.replace(/^[ "]+|[ "]+$/g, ''));
  const delimiter = [',', ';', '\t'].find(
    (sign) => header.split(sign).filter(isEmail).length === 1,
  );
  // The first line of a file without a header is somebody's, so it is not printed.
  if (!delimiter)
    throw new Error(
      'its first line must name the columns, and exactly one of them "email". Rename the columns, or save the table as CSV (UTF-8)',
    );
  return delimiter;
}

/** A column of the waitlist; `false` for a column of the file that is not read. */
type Column = keyof ImportedRow | false;

/** The column for each name of the header. An export from before the waitlist got a further column lacks that column. */
function toColumns(names: (string | null)[]): Column[] {
  const isExport = ['email', 'referrer', 'source', 'created_at'].every((name) =>
    names.includes(name),
  );
  const read = isExport ? importedColumns : [];
  return names.map((name) =>
    emailName.test(name ?? '')
      ? 'email'
      : (read.find((column) => column === name) ?? false),
  );
}

/**
 * The characters that an e-mail may have in HTML (https://html.spec.whatwg.org/#valid-e-mail-address). The
 * database has the last word: its check also knows the form of a domain and the greatest length.
 */
const looksLikeEmail = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d.-]*[a-z\d]$/i;

/** The e-mail in a text, as the form reads it. An e-mail of the list, which is in ASCII, stays as it is. */
export function emailIn(text: string): string | undefined {
  const listed = text.trim();
  if (looksLikeEmail.test(listed)) return listed;
  const email = readEmail(listed);
  return looksLikeEmail.test(email) ? email : undefined;
}

/** @throws an Error of one line if an export has the time in another form than PostgREST and Postgres give it. */
function checkTime(time?: string | null): void {
  const exact =
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;
  if (time !== undefined && !exact.test(time ?? ''))
    throw new Error(
      `the time "${time ?? ''}" is not one like 2026-11-21T14:00:00+00:00. Import the file as export wrote it, before a spreadsheet saved it`,
    );
}

/** The beginning of a text on one line, without the control characters that a terminal could obey. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 200);
}
