import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import {
  extensions,
  readMigrations,
  supabaseProject,
} from '../../local/database.ts';
import { startPostgres15 } from './postgres15.ts';

/** An empty server. */
interface Server {
  /** Runs statements as the owner. */
  execute: (sql: string) => Promise<unknown>;
  /** One signup as PostgREST runs it. */
  signUp: (email: string, headers: string) => Promise<unknown>;
  close: () => Promise<void>;
}

/** A state of the database, and what a request then carries besides its address. */
interface State {
  name: string;
  statements: string[];
  headers?: Record<string, string>;
}

const signups = 5_000;
const ratioAllowed = 1.5;

const migrations = readMigrations();
const secret = 'a-secret-of-this-benchmark-and-of-no-other';

/** Rows in the table, and a tenth as many visitors in the last ten minutes. */
function filled(rows: number): State {
  return {
    name: `${String(rows)} rows`,
    statements: [
      ...migrations.map(({ sql }) => sql),
      `insert into waitlist (email, referrer)
      select 'visitor-' || number || '@bench.example', 'https://bench.example/?n=' || number
      from generate_series(1, ${String(rows)}) as number;
      insert into private.signup_counter
      select sha256(number::text::bytea), array[now() - interval '10 minutes' * random()]
      from generate_series(1, ${String(rows / 10)}) as number;`,
    ],
  };
}

/** As it was before one row a request, ids by the database and the index of the report. */
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
    ...migrations.map(({ sql }) => sql),
    `select private.require_signature('${secret}')`,
  ],
  headers: { 'x-nf-sign': token() },
};

/** As Netlify makes it. */
function token(): string {
  const claims = {
    deploy_context: 'production',
    netlify_id: crypto.randomUUID(),
    site_url: 'https://bench.example',
    exp: Math.ceil(Date.now() / 1000) + 3600,
  };
  const text = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

async function openPglite(): Promise<Server> {
  const directory = mkdtempSync(join(tmpdir(), 'waitlist-bench-'));
  const database = await PGlite.create(directory, { extensions });
  return {
    execute: (sql) => database.exec(sql),
    signUp: (email, headers) =>
      database.transaction(async (transaction) => {
        await transaction.query(
          "select set_config('role', 'anon', true), set_config('request.headers', $1, true)",
          [headers],
        );
        await transaction.query('insert into waitlist (email) values ($1)', [
          email,
        ]);
      }),
    close: async () => {
      await database.close();
      rmSync(directory, { recursive: true });
    },
  };
}

async function openPostgres15(): Promise<Server | undefined> {
  const server = startPostgres15();
  if (!server) return undefined;
  const sql = server.connect();
  return {
    execute: (statements) => sql.unsafe(statements),
    signUp: (email, headers) =>
      sql.begin(async (transaction) => {
        await transaction`select set_config('role', 'anon', true), set_config('request.headers', ${headers}, true)`;
        await transaction`insert into waitlist (email) values (${email})`;
      }),
    close: async () => {
      await sql.end();
      server.stop();
    },
  };
}

function percentile(times: number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? NaN;
}

/**
 * Compares signups in two states, each from an address of its own. They take
 * turns, so that whatever else the machine does slows both alike.
 *
 * @returns whether the second state is not too slow at the median and at the 99th
 *   percentile; true where there is no such server.
 */
async function compare(
  name: string,
  open: () => Promise<Server | undefined>,
  states: [State, State],
): Promise<boolean> {
  const runs = [];
  for (const state of states) {
    const server = await open();
    if (!server) return true;
    for (const sql of [supabaseProject, ...state.statements]) {
      await server.execute(sql);
    }
    await server.execute('vacuum analyze');
    await server.execute('checkpoint');
    runs.push({ state, server, times: [] as number[] });
  }

  const warmUp = 500;
  for (let number = -warmUp; number < signups; number++) {
    const address = `10.${String((number + warmUp) >> 8)}.${String((number + warmUp) & 255)}.1`;
    for (const { state, server, times } of runs) {
      const headers = { 'x-forwarded-for': address, ...state.headers };
      const start = performance.now();
      await server.signUp(
        `${crypto.randomUUID()}@bench.example`,
        JSON.stringify(headers),
      );
      if (number >= 0) times.push(performance.now() - start);
    }
  }

  const results: { median: number; slow: number }[] = [];
  for (const { state, server, times } of runs) {
    await server.close();
    const [median = NaN, slow = NaN] = [0.5, 0.99].map((part) =>
      percentile(times, part),
    );
    results.push({ median, slow });
    console.log(
      `${name}, ${state.name}: median ${median.toFixed(2)} ms, 99th percentile ${slow.toFixed(2)} ms of ${String(signups)} signups`,
    );
  }
  const ratios = (['median', 'slow'] as const).map(
    (part) => (results[1]?.[part] ?? NaN) / (results[0]?.[part] ?? NaN),
  );
  console.log(
    `${name}: ${ratios.map((ratio) => ratio.toFixed(2)).join(' and ')} times as long, ${String(ratioAllowed)} allowed`,
  );
  return ratios.every((ratio) => ratio <= ratioAllowed);
}

for (const [name, open] of [
  ['PGlite', openPglite],
  ['Postgres 15', openPostgres15],
] as const) {
  for (const states of [
    [before, today],
    [today, signed],
    [filled(1_000), filled(1_000_000)],
  ] as [State, State][]) {
    if (!(await compare(name, open, states))) process.exitCode = 1;
  }
}
