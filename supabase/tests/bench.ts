import { createHmac } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import {
  extensions,
  readMigrations,
  supabaseProject,
} from '../../local/database.ts';
import { startPostgres } from './postgres.ts';

/** An empty database, on a connection that stays open, as PostgREST's do. */
interface Database {
  run: (statements: string) => Promise<unknown>;
  /** One signup as PostgREST runs it. */
  signUp: (headers: string, email: string) => Promise<unknown>;
  close: () => Promise<unknown>;
}

/** What a database is made of, and the headers that a signup then needs besides the visitor's address. */
interface State {
  name: string;
  statements: string[];
  headers?: Record<string, string>;
}

const signups = 3_000;
const ratioAllowed = 1.5;

const migrations = readMigrations();
const secret = 'a-secret-of-this-benchmark-and-of-no-other';

/** Rows in the table, and a tenth as many visitors in the last ten minutes. */
function filled(rows: number): State {
  return {
    name: `${String(rows)} rows`,
    statements: [
      ...today.statements,
      `insert into waitlist (email, referrer)
      select 'visitor-' || number || '@bench.example', 'https://bench.example/?n=' || number
      from generate_series(1, ${String(rows)}) as number;
      insert into private.signup_counter
      select sha256(number::text::bytea), array[now() - interval '10 minutes' * random()]
      from generate_series(1, ${String(rows / 10)}) as number;`,
    ],
  };
}

/** The schema before 20261121000500: a refused signup was written first, and an identity column numbered the rows. */
const before: State = {
  name: 'before',
  statements: migrations
    .filter(({ version }) => version < '20261121000500')
    .map(({ sql }) => sql),
};

const today: State = {
  name: 'today',
  statements: migrations.map(({ sql }) => sql),
};

const signed: State = {
  name: 'with signed requests',
  statements: [
    ...today.statements,
    `select private.require_signature('${secret}')`,
  ],
  headers: { 'x-nf-sign': token() },
};

/** As Netlify makes it. */
function token(): string {
  const claims = {
    deploy_context: 'production',
    exp: Math.ceil(Date.now() / 1000) + 3600,
  };
  const text = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function percentile(times: number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? NaN;
}

const asVisitor =
  "select set_config('role', 'anon', true), set_config('request.headers', $1, true)";
const addRow = 'insert into waitlist (email) values ($1)';

/** @returns `undefined` where no server is installed. */
function openPostgres(): Database | undefined {
  const server = startPostgres();
  if (!server) return undefined;
  const sql = server.connect();
  return {
    run: (statements) => sql.unsafe(statements),
    signUp: (headers, email) =>
      sql.begin(async (transaction) => {
        await transaction.unsafe(asVisitor, [headers], { prepare: true });
        await transaction.unsafe(addRow, [email], { prepare: true });
      }),
    async close() {
      await sql.end();
      server.stop();
    },
  };
}

async function openPglite(): Promise<Database> {
  const database = await PGlite.create({ extensions });
  return {
    run: (statements) => database.exec(statements),
    signUp: (headers, email) =>
      database.transaction(async (transaction) => {
        await transaction.query(asVisitor, [headers]);
        await transaction.query(addRow, [email]);
      }),
    close: () => database.close(),
  };
}

/**
 * Compares signups in two states of a database, each from an address of its own. They
 * take turns, so that whatever else the machine does slows both alike.
 *
 * @returns whether the second state is not too slow at the median and at the 99th
 *   percentile; true where there is no such database.
 */
async function compare(
  open: () => Promise<Database> | Database | undefined,
  states: [State, State],
): Promise<boolean> {
  const runs: { state: State; database: Database; times: number[] }[] = [];
  for (const state of states) {
    const database = await open();
    if (!database) return true;
    const { statements } = state;
    for (const text of [
      supabaseProject,
      ...statements,
      'vacuum analyze',
      'checkpoint',
    ])
      await database.run(text);
    runs.push({ state, database, times: [] });
  }

  const warmUp = 500;
  for (let number = 0; number < warmUp + signups; number++) {
    const visitor = `10.${String(number >> 8)}.${String(number & 255)}.1`;
    for (const { state, database, times } of runs) {
      const email = `${crypto.randomUUID()}@bench.example`;
      const headers = { 'x-forwarded-for': visitor, ...state.headers };
      const start = performance.now();
      await database.signUp(JSON.stringify(headers), email);
      if (number >= warmUp) times.push(performance.now() - start);
    }
  }

  const ratios = [0.5, 0.99].map((part) => {
    const [first = NaN, second = NaN] = runs.map(({ state, times }) => {
      const time = percentile(times, part);
      console.log(
        `${state.name}: ${String(part * 100)} % of signups within ${time.toFixed(2)} ms`,
      );
      return time;
    });
    return second / first;
  });
  for (const { database } of runs) await database.close();
  console.log(
    `${ratios.map((ratio) => ratio.toFixed(2)).join(' and ')} times as long, ${String(ratioAllowed)} allowed`,
  );
  return ratios.every((ratio) => ratio <= ratioAllowed);
}

for (const [name, open, states] of [
  ['Postgres', openPostgres, [before, today]],
  ['PGlite', openPglite, [before, today]],
  ['Postgres', openPostgres, [today, signed]],
  ['Postgres', openPostgres, [filled(1_000), filled(1_000_000)]],
] as const) {
  console.log(`${name}:`);
  if (!(await compare(open, [...states]))) process.exitCode = 1;
}
