import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto';

/** The Postgres inside PGlite; a folder of another major cannot be opened. */
export const postgresMajor = '18';

export const migrationsDirectory = new URL(
  '../supabase/migrations/',
  import.meta.url,
);

/** What a Supabase project has before its first migration; may be run again. */
export const supabaseProject = `
  do $$ begin
    create role anon nologin noinherit;
    create role authenticated nologin noinherit;
    create role service_role nologin noinherit bypassrls;
  exception when duplicate_object then null;
  end $$;
  create schema if not exists extensions;
  grant usage on schema extensions to anon, authenticated, service_role;
`;

/** The extensions of a Supabase project that migrations may create. */
export const extensions = { pgcrypto };

/** As the Supabase CLI records which migrations a database has had. */
const migrationHistory = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key,
    statements text[],
    name text
  );
`;

interface Migration {
  version: string;
  name: string;
  sql: string;
}

/** The migrations of this checkout, oldest first, named as the Supabase CLI does. */
export function readMigrations(): Migration[] {
  return readdirSync(migrationsDirectory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [version = '', ...name] = file.slice(0, -'.sql'.length).split('_');
      const sql = readFileSync(new URL(file, migrationsDirectory), 'utf8');
      return { version, name: name.join('_'), sql };
    });
}

/**
 * Opens the embedded Postgres in a data folder, or in memory for `memory://`, and
 * brings it up to this checkout's migrations.
 *
 * @throws an Error of one line that says what to do, if another process has the
 *   folder open or a newer version of the site has written it.
 */
export async function openDatabase(dataDirectory: string): Promise<PGlite> {
  if (dataDirectory.startsWith('memory://')) {
    const database = await PGlite.create(dataDirectory, { extensions });
    await migrate(database, dataDirectory);
    return database;
  }

  try {
    mkdirSync(dataDirectory, { recursive: true });
  } catch {
    throw new Error(
      `The data folder ${dataDirectory} cannot be made: set DATA_DIR to another folder.`,
    );
  }
  const unlock = lock(dataDirectory);
  try {
    const postgresDirectory = join(dataDirectory, 'postgres');
    refuseOtherMajor(dataDirectory, postgresDirectory);
    if (!existsSync(postgresDirectory)) await initialize(postgresDirectory);
    const database = await PGlite.create(postgresDirectory, { extensions });
    const closeDatabase = database.close.bind(database);
    database.close = async () => {
      await closeDatabase();
      unlock();
    };
    try {
      await migrate(database, dataDirectory);
    } catch (error) {
      await closeDatabase();
      throw error;
    }
    return database;
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Two processes that write one PGlite folder destroy it, and PGlite does not stop
 * them. SQLite's file lock does: the operating system holds it, so it ends with
 * the process, however that ends.
 */
function lock(dataDirectory: string): () => void {
  const file = new DatabaseSync(join(dataDirectory, 'lock'));
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    file.close();
    throw new Error(
      `The data folder ${dataDirectory} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
    );
  }
  return () => {
    file.close();
  };
}

/** Gives the folder its name once it is whole, so that a start may be interrupted. */
async function initialize(postgresDirectory: string): Promise<void> {
  const unfinished = `${postgresDirectory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await PGlite.create(unfinished, { extensions });
  await database.close();
  renameSync(unfinished, postgresDirectory);
}

function refuseOtherMajor(
  dataDirectory: string,
  postgresDirectory: string,
): void {
  const file = join(postgresDirectory, 'PG_VERSION');
  if (!existsSync(file)) return;
  const major = readFileSync(file, 'utf8').trim();
  if (major !== postgresMajor) {
    throw new Error(
      `The data folder ${dataDirectory} was written by Postgres ${major}, but this checkout has Postgres ${postgresMajor}: use the checkout that wrote it, or set DATA_DIR to another folder.`,
    );
  }
}

/** Applies each migration once, each in a transaction of its own. */
async function migrate(database: PGlite, dataDirectory: string): Promise<void> {
  const applied = await appliedVersions(database);
  const migrations = readMigrations();
  const known = new Set(migrations.map(({ version }) => version));
  const unknown = applied.filter((version) => !known.has(version));
  if (unknown.length > 0) {
    throw new Error(
      `The data folder ${dataDirectory} is from a newer version (migration ${unknown.join(', ')} is not in this checkout): update the checkout, or set DATA_DIR to another folder.`,
    );
  }

  for (const { version, name, sql } of migrations) {
    if (applied.includes(version)) continue;
    await database.transaction(async (transaction) => {
      await transaction.exec(sql);
      await transaction.query(
        'insert into supabase_migrations.schema_migrations values ($1, array[$2], $3)',
        [version, sql, name],
      );
    });
  }
}

async function appliedVersions(database: PGlite): Promise<string[]> {
  await database.exec(supabaseProject + migrationHistory);
  const { rows } = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  return rows.map(({ version }) => version);
}
