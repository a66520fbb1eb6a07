import { responseTimeout } from '../../../src/settings/response-timeout.ts';
import { projectUrl } from '../../../src/settings/supabase.ts';
import { waitlistPath } from '../../../src/stores/waitlist-path.ts';
import type { Signup } from '../../../src/stores/waitlist.ts';
import { codeOf, describeAnswer, request } from '../request.ts';

/** What an answer means where an insert was sent through the site. */
const rewriteIsMissing = 'the rewrite to Supabase is missing';
const meanings = {
  '200': rewriteIsMissing,
  '201':
    'the table has lost its checks, and "probe" must be taken off the list',
  '401': 'Supabase does not know the key that the page ships',
  '404': rewriteIsMissing,
  '405': rewriteIsMissing,
  '429': 'too many requests from this machine: try again in 10 minutes',
  '502': 'nothing answers behind the rewrite: is the project there?',
  '42501':
    'the database refuses what comes through the site: compare the signing secrets, or push the migrations',
  PGRST204:
    'the page sends a field that the table has no column for: push the migrations',
  PT429:
    'this machine has used up its signups, so that nothing is proved: try again in 10 minutes',
};

/**
 * Every field that the page sends, since PostgREST refuses one that the table has no column
 * for. No mail reaches this address, so the table's check must refuse it: it is not
 * stored and uses no quota.
 */
const refusedSignup: Required<Signup> = { email: 'probe', referrer: 'probe' };

/** The body of the insert that the table must refuse. */
export const refusedRow = JSON.stringify(refusedSignup);

/** Sends that insert, which goes all the way of a signup. */
async function tryInsert(origin: string, apikey: string) {
  const answer = await request(new URL(waitlistPath, origin), {
    method: 'POST',
    headers: { apikey, 'Content-Type': 'application/json' },
    body: refusedRow,
    redirect: 'manual',
    timeout: responseTimeout,
  });
  const result = `${String(answer.status)} ${codeOf(answer.text)}`;
  return { ...answer, result };
}

/** @throws an Error of one line if signups do not go through the site. */
export async function proveInserts(origin: string, key: string): Promise<void> {
  const answer = await tryInsert(origin, key);
  if (answer.result !== '400 23514')
    throw new Error(
      `${origin} takes no signups: ${waitlistPath} answers ${describeAnswer(answer, meanings)}`,
    );
}

/** @returns whether the database takes signups that were not sent through the site, in a line. */
export async function describeDirectInserts(
  address: string,
  key: string,
): Promise<string> {
  const origin = projectUrl('SUPABASE_URL', address);
  const answer = await tryInsert(origin, key);
  if (answer.result === '401 42501')
    return `${origin} takes signed requests only`;
  if (answer.result === '400 23514')
    return `${origin} takes unsigned requests as well: whoever has the public key can go round the site (README.md, "Signed requests")`;
  return `${origin} itself answers ${describeAnswer(answer)}`;
}
