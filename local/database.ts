import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';

/** The major version of PGlite's Postgres, which cannot open a folder of another one. */
export const postgresMajor = '18';

const migrationsDirectory = new URL('../supabase/migrations/', import.meta.url);

/** What a Supabase project has before its first migration. */
export const supabaseProject = `
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create schema extensions;
  grant usage on schema extensions to anon, authenticated, service_role;
`;

/** The Postgres extensions that migrations may create; PGlite must be given each. */
export const extensions = { pgcrypto };

/** The Supabase CLI's own table of the migrations that a database has had. */
const migrationHistory = `
  create schema supabase_migrations;
  create table supabase_migrations.schema_migrations (
    version text primary key,
    statements text[],
    name text
  );
`;

/** The migrations of this checkout, oldest first, named as the Supabase CLI does. */
export function readMigrations() {
  return globSync('*.sql', { cwd: migrationsDirectory })
    .sort()
    .map((file) => {
      const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
      const sql = readFileSync(new URL(file, migrationsDirectory), 'utf8');
      return { version, name, sql };
    });
}

/**
 * Opens the embedded Postgres in a data folder, which is created if it is missing,
 * and applies the migrations of this checkout that it lacks. Its `close` releases
 * the folder.
 *
 * @throws an Error of one line that says what to do, if the folder cannot be
 *   written, another process has it open or another version of the site has
 *   written it.
 */
export async function openDatabase(dataDirectory: string): Promise<PGlite> {
  const lock = lockFolder(dataDirectory);
  refuseOtherMajor(dataDirectory);
  const postgresDirectory = join(dataDirectory, 'postgres');
  if (!existsSync(postgresDirectory)) await initialize(postgresDirectory);
  const database = await openPostgres(postgresDirectory);
  // Another process may open the folder only once Postgres has written all of it.
  const closePostgres = database.close.bind(database);
  database.close = async () => {
    await closePostgres();
    lock.close();
  };
  await migrate(database, dataDirectory);
  return database;
}

/** Opens PGlite's own folder, and creates a database there if it is missing. */
function openPostgres(directory: string): Promise<PGlite> {
  return PGlite.create(directory, { extensions });
}

/** SQLite's result code of a file that is locked (https://www.sqlite.org/rescode.html). */
const busy = 5;

/**
 * Two processes that write one PGlite folder destroy it, and PGlite does not stop
 * them. SQLite's file lock does: the operating system holds it, so it ends with
 * the process, however that ends.
 */
function lockFolder(dataDirectory: string): DatabaseSync {
  try {
    mkdirSync(dataDirectory, { recursive: true });
    const file = new DatabaseSync(join(dataDirectory, 'lock'));
    file.exec('pragma locking_mode = exclusive; begin exclusive');
    return file;
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    const reason =
      errcode === busy
        ? 'is in use by another process: stop that one'
        : 'cannot be written: make it writable';
    throw new Error(
      `The data folder ${dataDirectory} ${reason}, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

function refuseOtherMajor(dataDirectory: string): void {
  const file = join(dataDirectory, 'postgres/PG_VERSION');
  if (!existsSync(file)) return;
  const major = readFileSync(file, 'utf8').trim();
  if (major === postgresMajor) return;
  throw new Error(
    `The data folder ${dataDirectory} was written by Postgres ${major}, but this checkout has Postgres ${postgresMajor}: use the checkout that wrote it, or set DATA_DIR to another folder.`,
  );
}

/** Creates a database; the folder gets its name once it is complete, so that a start may be interrupted. */
async function initialize(postgresDirectory: string): Promise<void> {
  const unfinished = `${postgresDirectory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await openPostgres(unfinished);
  await database.exec(supabaseProject + migrationHistory);
  await database.close();
  renameSync(unfinished, postgresDirectory);
}

/**
 * Refuses a folder with a migration that this checkout does not have, or not alike. Then
 * applies those that the folder lacks, each in a transaction of its own.
 */
async function migrate(database: PGlite, dataDirectory: string): Promise<void> {
  const { rows } = await database.query<{ version: string; sql: string }>(
    `select version, array_to_string(statements, '') as sql
     from supabase_migrations.schema_migrations order by version`,
  );
  const migrations = readMigrations();
  for (const { version, sql } of rows) {
    const known = migrations.find((migration) => migration.version === version);
    if (known?.sql === sql) continue;
    throw new Error(
      `The data folder ${dataDirectory} is from another version (migration ${version} is ${known ? 'different' : 'not'} in this checkout): export its list with the checkout that wrote it and delete the folder, or set DATA_DIR to another one.`,
    );
  }

  const applied = new Set(rows.map(({ version }) => version));
  for (const { version, name, sql } of migrations) {
    if (applied.has(version)) continue;
    await database.transaction(async (transaction) => {
      await transaction.exec(sql);
      await transaction.query(
        'insert into supabase_migrations.schema_migrations values ($1, array[$2], $3)',
        [version, sql, name],
      );
    });
  }
}
