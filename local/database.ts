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

const migrationsDirectory = new URL('../supabase/migrations/', import.meta.url);

/** Creates the roles and the schema that a Supabase project has before its first migration. */
export const supabaseProject = `
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create schema extensions;
  grant usage on schema extensions to anon, authenticated, service_role;
`;

/** The Postgres extensions that the migrations create. PGlite has only those that it is given. */
export const extensions = { pgcrypto };

/** The table in which the Supabase CLI keeps the migrations that it has applied. */
const migrationHistory = `
  create schema supabase_migrations;
  create table supabase_migrations.schema_migrations (
    version text primary key,
    statements text[],
    name text
  );
`;

/**
 * The migrations of this checkout, oldest first. A file's name is its version and its name.
 *
 * @throws an Error of one line for a file that Supabase's CLI would skip because of its name.
 */
export function readMigrations() {
  return globSync('*.sql', { cwd: migrationsDirectory })
    .sort()
    .map((file) => {
      const [, version, name] = /^(\d{14})_(.+)\.sql$/.exec(file) ?? [];
      if (!version || !name)
        throw new Error(
          `supabase/migrations/${file} needs a name like 20261127000000_create_waitlist.sql: Supabase skips any other.`,
        );
      const sql = readFileSync(new URL(file, migrationsDirectory), 'utf8');
      return { version, name, sql };
    });
}

/**
 * Opens the embedded Postgres in a data folder, creates the folder if it is missing, and
 * applies the migrations that the folder lacks. `close` releases the folder.
 *
 * @throws an Error of one line that says what to do, if another process uses the folder,
 *   another version of the site has written it, or it is damaged.
 */
export async function openDatabase(dataDirectory: string): Promise<PGlite> {
  const lock = lockFolder(dataDirectory);
  const refuse = ({ message }: Error): never => {
    throw new Error(
      `The data folder ${dataDirectory} cannot be used (${message}). Another version of this site or of Postgres may have written it, or it may be damaged. Remove the folder to start with an empty list, or set DATA_DIR to another folder.`,
    );
  };
  const postgresDirectory = join(dataDirectory, 'postgres');
  if (!existsSync(postgresDirectory)) await initialize(postgresDirectory);
  const database = await openPostgres(postgresDirectory).catch(refuse);
  // The lock is released last, so that no other process opens the folder before Postgres has written everything.
  const closePostgres = database.close.bind(database);
  database.close = async () => {
    await closePostgres();
    lock.close();
  };
  try {
    const migrations = readMigrations();
    const missing = await findMissing(migrations, database).catch(refuse);
    for (const migration of missing) await apply(database, migration);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Opens PGlite's own folder; PGlite creates an empty database in a new one. */
function openPostgres(directory: string): Promise<PGlite> {
  return PGlite.create(directory, { extensions });
}

/**
 * Locks the folder for this process. Two processes that write one PGlite folder destroy it,
 * and PGlite does not stop them. SQLite's file lock ends with the process, even if that is
 * killed.
 */
function lockFolder(dataDirectory: string): DatabaseSync {
  try {
    mkdirSync(dataDirectory, { recursive: true });
    const file = new DatabaseSync(join(dataDirectory, 'lock'));
    file.exec('pragma locking_mode = exclusive; begin exclusive');
    return file;
  } catch (error) {
    const { message } = error as Error;
    throw new Error(
      `The data folder ${dataDirectory} cannot be locked (${message}): stop the other process that uses it, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** Creates a database, in a folder that gets its name once it is complete. So an interrupted start leaves no broken database. */
async function initialize(postgresDirectory: string): Promise<void> {
  const unfinished = `${postgresDirectory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await openPostgres(unfinished);
  await database.exec(supabaseProject + migrationHistory);
  await database.close();
  renameSync(unfinished, postgresDirectory);
}

type Migration = ReturnType<typeof readMigrations>[number];

/**
 * The migrations of this checkout that the database lacks.
 *
 * @throws an Error if the database has a migration that this checkout lacks, or has in another form.
 */
async function findMissing(
  migrations: Migration[],
  database: PGlite,
): Promise<Migration[]> {
  const { rows } = await database.query<{ version: string; sql: string }>(
    `select version, array_to_string(statements, '') as sql
     from supabase_migrations.schema_migrations order by version`,
  );
  for (const { version, sql } of rows)
    if (!migrations.some((own) => own.version === version && own.sql === sql))
      throw new Error(`its migration ${version} is not that of this checkout`);
  const applied = new Set(rows.map(({ version }) => version));
  return migrations.filter(({ version }) => !applied.has(version));
}

/** Applies a migration in a transaction of its own. */
async function apply(
  database: PGlite,
  { version, name, sql }: Migration,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.exec(sql);
    await transaction.query(
      'insert into supabase_migrations.schema_migrations values ($1, array[$2], $3)',
      [version, sql, name],
    );
  });
}
