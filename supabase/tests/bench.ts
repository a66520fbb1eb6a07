import { createHmac } from 'node:crypto';
import { readMigrations, supabaseProject } from '../../local/database.ts';
import { startPostgres15 } from './postgres15.ts';

/** A state of the database, and what a request then carries besides its address. */
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

/** Before a signup was refused ahead of every write, and numbered by a trigger. */
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

/** An empty server, brought to a state; `signUp` runs one signup as PostgREST does. */
async function open(state: State) {
  const server = startPostgres15();
  if (!server) return undefined;
  const sql = server.connect();
  for (const statements of [
    supabaseProject,
    ...state.statements,
    'vacuum analyze',
    'checkpoint',
  ])
    await sql.unsafe(statements);
  return {
    state,
    times: [] as number[],
    async signUp(visitor: string) {
      const email = `${crypto.randomUUID()}@bench.example`;
      const headers = { 'x-forwarded-for': visitor, ...state.headers };
      const start = performance.now();
      await sql.begin(async (transaction) => {
        await transaction`select set_config('role', 'anon', true), set_config('request.headers', ${JSON.stringify(headers)}, true)`;
        await transaction`insert into waitlist (email) values (${email})`;
      });
      return performance.now() - start;
    },
    async close() {
      await sql.end();
      server.stop();
    },
  };
}

/**
 * Compares signups in two states, each from an address of its own. They take
 * turns, so that whatever else the machine does slows both alike.
 *
 * @returns whether the second state is not too slow at the median and at the 99th
 *   percentile; true where there is no such server.
 */
async function compare(...states: [State, State]): Promise<boolean> {
  const [one, other] = [await open(states[0]), await open(states[1])];
  if (!one || !other) return true;

  const warmUp = 500;
  for (let number = -warmUp; number < signups; number++) {
    const visitor = `10.${String((number + warmUp) >> 8)}.${String((number + warmUp) & 255)}.1`;
    for (const { times, signUp } of [one, other]) {
      const time = await signUp(visitor);
      if (number >= 0) times.push(time);
    }
  }

  const ratios = [0.5, 0.99].map((part) => {
    const [first = NaN, second = NaN] = [one, other].map(({ state, times }) => {
      const time = percentile(times, part);
      console.log(
        `${state.name}: ${String(part)} within ${time.toFixed(2)} ms`,
      );
      return time;
    });
    return second / first;
  });
  await Promise.all([one.close(), other.close()]);
  console.log(
    `${ratios.map((ratio) => ratio.toFixed(2)).join(' and ')} times as long, ${String(ratioAllowed)} allowed`,
  );
  return ratios.every((ratio) => ratio <= ratioAllowed);
}

for (const states of [
  [before, today],
  [today, signed],
  [filled(1_000), filled(1_000_000)],
] as [State, State][]) {
  if (!(await compare(...states))) process.exitCode = 1;
}
