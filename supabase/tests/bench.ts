import { createHmac } from 'node:crypto';
import { supabaseProject } from '../../local/database.ts';
import { applyMigrations, startPostgres } from './postgres.ts';

/** What a database holds, and the headers that a signup then needs. */
interface State {
  name: string;
  statements?: string;
  headers?: Record<string, string>;
}

const secret = 'a-secret-of-this-benchmark-and-of-no-other';
/** The token is as Netlify makes it. */
const signed: State = {
  name: 'with signed requests',
  statements: `select private.require_signature('${secret}')`,
  headers: { 'x-nf-sign': token() },
};

function token(): string {
  const exp = Math.ceil(Date.now() / 1000) + 3600;
  const text = [{ alg: 'HS256' }, { deploy_context: 'production', exp }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** Rows in the table, each with an address of its own and of the last 25 days; and a tenth as many in the last ten minutes. */
function filled(rows: number): State {
  return {
    name: `${rows} rows`,
    statements: `
      set session_replication_role = replica;
      insert into waitlist (id, email, referrer, created_at)
      select number, 'visitor-' || number || '@bench.example',
        'https://bench.example/?utm_source=source-' || number % 5 || '&utm_medium=medium-' || number % 3
        || '&utm_campaign=campaign-' || number % 40 || '&fbclid=' || md5(number::text) || md5(number::text),
        now() - interval '25 days' * (1 - number / ${rows}.0)
      from generate_series(1, ${rows}) as number;
      select setval('waitlist_id_seq', ${rows});
      reset session_replication_role;
      insert into private.recent_signup
      select sha256(number::text::bytea), now() - interval '10 minutes' * random()
      from generate_series(1, ${rows / 10}) as number`,
  };
}

/** Opens a database in this state; `signUp` makes one signup as PostgREST does, and resolves to its milliseconds. */
async function open({ statements = '', headers }: State) {
  const server = startPostgres();
  if (!server) process.exit();
  const sql = server.connect();
  await sql.unsafe(supabaseProject);
  await applyMigrations(sql);
  await sql.unsafe(statements);
  await sql.unsafe('vacuum analyze');
  async function signUp(visitor: string): Promise<number> {
    const sent = JSON.stringify({ 'x-forwarded-for': visitor, ...headers });
    const email = `${crypto.randomUUID()}@bench.example`;
    const start = performance.now();
    await sql.begin(async (transaction) => {
      await transaction`select set_config('role', 'anon', true), set_config('request.headers', ${sent}, true)`;
      await transaction`insert into waitlist (email) values (${email})`;
    });
    return performance.now() - start;
  }
  return { sql, signUp, close: () => sql.end().then(server.stop) };
}

/** Supabase's time limit for a request of the owner, in seconds. */
const timeLimit = 8;

/** Times the owner's report, view by view. */
async function timeReport(rows: number): Promise<void> {
  const { sql, close } = await open(filled(rows));
  for (const view of ['totals', 'days', 'sources']) {
    const start = performance.now();
    await sql.begin(async (transaction) => {
      await transaction`set local role service_role`;
      await transaction`select * from ${sql(`waitlist_${view}`)}`;
    });
    const seconds = (performance.now() - start) / 1_000;
    console.log(`waitlist_${view} of ${rows} rows: ${seconds.toFixed(1)} s`);
    if (seconds > timeLimit) process.exitCode = 1;
  }
  await close();
}

/** Compares signups in two states, by turns, so that whatever else the machine does slows both. */
async function compare(...states: [State, State]): Promise<void> {
  const [warmUp, signups] = [500, 3_000];
  const databases = [await open(states[0]), await open(states[1])];
  const times: number[][] = [[], []];
  for (let number = -warmUp; number < signups; number++)
    for (const [index, { signUp }] of databases.entries()) {
      const time = await signUp(`2001:db8:${number + warmUp}::`);
      if (number >= 0) times[index]?.push(time);
    }
  for (const { close } of databases) await close();

  for (const part of [0.5, 0.99]) {
    const [first = NaN, second = NaN] = times.map(
      (list) => list.toSorted((a, b) => a - b)[signups * part - 1],
    );
    console.log(
      `${part * 100} % within: ${states[0].name} ${first.toFixed(2)} ms, ${states[1].name} ${second.toFixed(2)} ms`,
    );
    if (second > 1.5 * first) process.exitCode = 1;
  }
}

await compare({ name: 'empty' }, signed);
await compare(filled(1_000), filled(1_000_000));
await timeReport(1_000_000);
await timeReport(10_000_000);
