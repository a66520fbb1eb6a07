import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const directory = new URL('.', import.meta.url);

/** The names of the pgTAP files in this folder. */
export const sqlTests = readdirSync(directory).filter((file) =>
  file.endsWith('.sql'),
);

/** The SQL of one of `sqlTests`. */
export function readSqlTest(file: string): string {
  return readFileSync(new URL(file, directory), 'utf8');
}

/** The SQL of pgTAP, from PGlite's extension: a Postgres server seldom has pgTAP. */
export function readPgtap(): string {
  const archive = new URL(
    'pgtap.tar.gz',
    import.meta.resolve('@electric-sql/pglite-pgtap'),
  );
  const path = 'share/postgresql/extension/pgtap--1.3.5.sql';
  const script = execFileSync('tar', ['-xzOf', fileURLToPath(archive), path], {
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  // Without the commands that only psql knows, such as \quit.
  return script.replace(/^\\.*$/gm, '');
}

/** Expects that each assertion's row begins with `ok`; a row `not ok …` is followed by the reason. */
export function expectAllPassed(rows: object[]): void {
  const lines = rows.flatMap((row) => Object.values(row)).map(String);
  expect(lines.filter((line) => /^(?:not ok|#)/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('ok'))).not.toEqual([]);
}
