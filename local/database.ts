import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
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
 * Opens the embedded Postgres in a data folder, which is made if there is none, and
 * brings it up to this checkout's migrations.
 *
 * @throws an Error of one line that says what to do, if the folder cannot be
 *   written, another process has it open or a newer version of the site has
 *   written it.
 */
export async function openDatabase(dataDirectory: string): Promise<PGlite> {
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
    const database = await openFolder(postgresDirectory);
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

/** Result codes of SQLite (https://www.sqlite.org/rescode.html). */
const busy = 5;
const notADatabase = 26;

/**
 * Two processes that write one PGlite folder destroy it, and PGlite does not stop
 * them. SQLite's file lock does: the operating system holds it, so it ends with
 * the process, however that ends.
 */
function lock(dataDirectory: string): () => void {
  const path = join(dataDirectory, 'lock');
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path);
    file.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    file?.close();
    const { errcode } = error as { errcode?: number };
    throw new Error(
      errcode === busy
        ? `The data folder ${dataDirectory} is in use by another process: stop that one, or set DATA_DIR to another folder.`
        : errcode === notADatabase
          ? `The lock file ${path} is broken: delete it.`
          : `The data folder ${dataDirectory} cannot be written: make it writable, or set DATA_DIR to another folder.`,
      { cause: error },
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
  const database = await openFolder(unfinished);
  await database.close();
  renameSync(unfinished, postgresDirectory);
}

function openFolder(directory: string): Promise<PGlite> {
  return PGlite.create({ fs: new Files(directory), extensions });
}

/**
 * The files of a folder. PGlite never comes back from a write to a full disk, and
 * then hears no signal either; so the process ends as soon as a write fails, and
 * Postgres recovers at the next start what it had answered.
 */
class Files extends NodeFS {
  override async init(...settings: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...settings);
    emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ FS }) => {
        // Emscripten asks it for the number of every error of Node's file functions.
        const files = FS.filesystems.NODEFS as unknown as {
          convertNodeCode: (error: NodeJS.ErrnoException) => number;
        };
        const convert = files.convertNodeCode;
        files.convertNodeCode = (error) => {
          if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
            console.error(
              `The disk of the data folder ${dirname(this.rootDir)} is full: make room, then start again. Every signup that was accepted is kept.`,
            );
            process.exit(1);
          }
          return convert(error);
        };
      },
    ];
    return { emscriptenOpts };
  }
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
  const applied = await appliedMigrations(database);
  const migrations = readMigrations();
  const known = new Set(migrations.map(({ version }) => version));
  const unknown = [...applied.keys()].filter((version) => !known.has(version));
  if (unknown.length > 0) {
    throw new Error(
      `The data folder ${dataDirectory} is from a newer version (migration ${unknown.join(', ')} is not in this checkout): update the checkout, or set DATA_DIR to another folder.`,
    );
  }

  for (const { version, name, sql } of migrations) {
    if (applied.has(version)) {
      if (applied.get(version) !== sql)
        console.warn(
          `The data folder ${dataDirectory} was made with another text of migration ${version}: what has changed in it was not applied.`,
        );
      continue;
    }
    await database.transaction(async (transaction) => {
      await transaction.exec(sql);
      await transaction.query(
        'insert into supabase_migrations.schema_migrations values ($1, array[$2], $3)',
        [version, sql, name],
      );
    });
  }
}

/** The text of each applied migration, by its version. */
async function appliedMigrations(
  database: PGlite,
): Promise<Map<string, string | undefined>> {
  await database.exec(supabaseProject + migrationHistory);
  const { rows } = await database.query<{
    version: string;
    statements: string[] | null;
  }>(
    'select version, statements from supabase_migrations.schema_migrations order by version',
  );
  return new Map(
    rows.map(({ version, statements }) => [version, statements?.join('')]),
  );
}
