import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, supabaseProject } from '../../local/database.ts';
import { applyMigrations, startPostgres15 } from './postgres15.ts';

interface Bench {
  /** Runs statements as the owner. */
  execute: (sql: string) => Promise<unknown>;
  /** One signup as PostgREST runs it, from an address of its own. */
  signUp: (email: string, headers: string) => Promise<unknown>;
  close: () => Promise<void>;
}

const sizes = { small: 1_000, large: 1_000_000 };
const signups = 5_000;
const ratioAllowed = 1.5;

/** Rows in the table, and a tenth as many visitors in the last ten minutes. */
function fill(rows: number): string {
  return `
    insert into waitlist (email, referrer)
    select 'visitor-' || number || '@bench.example', 'https://bench.example/?n=' || number
    from generate_series(1, ${String(rows)}) as number;
    insert into private.signup_counter
    select sha256(number::text::bytea), array[now() - interval '10 minutes' * random()]
    from generate_series(1, ${String(rows / 10)}) as number;
  `;
}

async function openPglite(): Promise<Bench> {
  const directory = mkdtempSync(join(tmpdir(), 'waitlist-bench-'));
  const database = await openDatabase(directory);
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

async function openPostgres15(): Promise<Bench | undefined> {
  const server = startPostgres15();
  if (!server) return undefined;
  const sql = server.connect();
  await sql.unsafe(supabaseProject);
  await applyMigrations(sql);
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
 * Compares signups into a small and a large list. They take turns, so that
 * whatever else the machine does slows both alike.
 */
async function measure(
  name: string,
  open: () => Promise<Bench | undefined>,
): Promise<boolean> {
  const small = await open();
  const large = await open();
  if (!small || !large) return true;
  for (const [bench, rows] of [
    [small, sizes.small],
    [large, sizes.large],
  ] as const) {
    await bench.execute(fill(rows));
    await bench.execute('vacuum analyze');
    await bench.execute('checkpoint');
  }

  const times = { small: [] as number[], large: [] as number[] };
  const warmUp = 500;
  for (let number = -warmUp; number < signups; number++) {
    const address = `10.${String((number + warmUp) >> 8)}.${String((number + warmUp) & 255)}.1`;
    const headers = JSON.stringify({ 'x-forwarded-for': address });
    for (const [bench, into] of [
      [small, times.small],
      [large, times.large],
    ] as const) {
      const start = performance.now();
      await bench.signUp(`${crypto.randomUUID()}@bench.example`, headers);
      if (number >= 0) into.push(performance.now() - start);
    }
  }
  await small.close();
  await large.close();

  const ratio = percentile(times.large, 0.99) / percentile(times.small, 0.99);
  for (const size of ['small', 'large'] as const) {
    const [median, slow] = [0.5, 0.99].map((part) =>
      percentile(times[size], part).toFixed(2),
    );
    console.log(
      `${name}, ${String(sizes[size])} rows: median ${String(median)} ms, 99th percentile ${String(slow)} ms of ${String(signups)} signups`,
    );
  }
  console.log(
    `${name}: ${ratio.toFixed(2)} times as long, ${String(ratioAllowed)} allowed`,
  );
  return ratio <= ratioAllowed;
}

const results = [
  await measure('PGlite', openPglite),
  await measure('Postgres 15', openPostgres15),
];
if (results.includes(false)) process.exitCode = 1;
