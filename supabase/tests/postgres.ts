import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';

/** The folder of a Postgres server's programs: `POSTGRES_BIN`, else the oldest version from 15 on that is installed. */
function findPostgres(): string | undefined {
  const [installed] = globSync(
    '/usr/lib/postgresql/{15,16,17,18,19}/bin',
  ).sort();
  const folder = process.env['POSTGRES_BIN'] ?? installed ?? '';
  return existsSync(join(folder, 'postgres')) ? folder : undefined;
}

/**
 * Starts a Postgres server, 15 or later, in a new folder, with its socket there. `sql` queries it in up to
 * 50 sessions.
 *
 * @returns `undefined`, after a warning is printed, if no server is installed.
 */
export function startPostgres() {
  const programs = findPostgres();
  if (programs === undefined) {
    console.warn(
      'SKIPPED: no Postgres 15 or later on this machine, so parallel signups are not tested. Install postgresql-15, or set POSTGRES_BIN to the folder of its programs.',
    );
    return undefined;
  }

  const directory = mkdtempSync(join(tmpdir(), 'waitlist-postgres-'));
  const data = join(directory, 'data');
  const log = join(directory, 'log');
  // Postgres refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? ['runuser', '-u', 'postgres', '--'] : ['env'];
  if (isRoot) execFileSync('chown', ['postgres', directory]);
  const execute = (program: string, ...options: string[]) => {
    const [command = '', ...rest] = [...user, join(programs, program)];
    execFileSync(command, [...rest, '-D', data, ...options], {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  };
  execute(
    'initdb',
    ...'-U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync'.split(' '),
  );
  const settings = `-k ${directory} -c listen_addresses= -c max_connections=60`;
  execute('pg_ctl', '-w', '-l', log, '-o', settings, 'start');

  const sql = postgres({
    host: directory,
    username: 'postgres',
    max: 50,
    onnotice: () => undefined,
  });
  async function stop() {
    await sql.end();
    execute('pg_ctl', '-m', 'immediate', 'stop');
    rmSync(directory, { recursive: true });
  }
  return { sql, stop };
}
