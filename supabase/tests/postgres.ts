import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  rmSync,
  appendFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { readMigrations } from '../../local/database.ts';

interface Server {
  connect: (connections?: number) => postgres.Sql;
  stop: () => void;
}

/** The folder of a Postgres server's programs, of 15 or the next later version that this machine has. */
function findPostgres(): string | undefined {
  const [installed] = globSync(
    '/usr/lib/postgresql/{15,16,17,18,19}/bin',
  ).sort();
  const folder = process.env['POSTGRES_BIN'] ?? installed ?? '';
  return existsSync(join(folder, 'postgres')) ? folder : undefined;
}

/**
 * Starts a throw-away Postgres server, 15 or later, in a folder of its own, which
 * holds its socket too.
 * Postgres refuses to run as root, so root runs it as the user `postgres`.
 *
 * @returns `undefined`, after a printed warning, where no server is installed.
 */
export function startPostgres(locale = 'C.UTF-8'): Server | undefined {
  const programs = findPostgres();
  if (programs === undefined) {
    console.warn(
      'SKIPPED: no Postgres 15 or later on this machine, so the migrations are not proved on it. Install postgresql-15, or set POSTGRES_BIN to the folder of its programs.',
    );
    return undefined;
  }

  const directory = mkdtempSync(join(tmpdir(), 'waitlist-postgres-'));
  const owner = process.getuid?.() === 0 ? userId('postgres') : undefined;
  if (owner) chownSync(directory, owner.uid, owner.gid);
  const execute = (program: string, options: string) =>
    execFileSync(join(programs, program), options.split(' '), {
      ...owner,
      cwd: directory,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const data = join(directory, 'data');
  execute(
    'initdb',
    `-D ${data} -U postgres -A trust -E UTF8 --locale=${locale} --no-sync`,
  );
  appendFileSync(
    join(data, 'postgresql.conf'),
    `unix_socket_directories = '${directory}'\nlisten_addresses = ''\nmax_connections = 60\n`,
  );
  execute('pg_ctl', `-D ${data} -w -l ${join(directory, 'log')} start`);

  return {
    connect: (connections = 1) =>
      postgres({
        host: directory,
        username: 'postgres',
        max: connections,
        onnotice: () => undefined,
      }),
    stop: () => {
      execute('pg_ctl', `-D ${data} -m immediate stop`);
      rmSync(directory, { recursive: true });
    },
  };
}

function userId(name: string): { uid: number; gid: number } {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8' })),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

/** Applies the migrations, each in a transaction, as the Supabase CLI does. */
export async function applyMigrations(sql: postgres.Sql): Promise<void> {
  for (const migration of readMigrations()) {
    await sql.begin((transaction) => transaction.unsafe(migration.sql));
  }
}
