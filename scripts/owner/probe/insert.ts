import { responseTimeout } from '../../../src/settings/response-timeout.ts';
import { projectUrl } from '../../../src/settings/project-url.ts';
import { waitlistPath } from '../../../src/stores/waitlist-path.ts';
import type { Signup } from '../../../src/stores/waitlist.ts';
import { codeOf, describeAnswer, request } from '../request.ts';
import type { Received } from './received.ts';

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

/** Whether an address is that of the insert. */
export const isInsert = (url: string) =>
  URL.parse(url)?.pathname === waitlistPath;

/** What is wrong with the inserts of a visit, in a line; empty if the table has refused each. */
export function insertFault(page: string, inserts: Received[]): string {
  const noSignups = `${new URL(page).origin} takes no signups:`;
  if (inserts.length === 0) return `${noSignups} a press sends nothing`;
  const wrong = inserts.find((insert) => !isRefusedRow(insert));
  if (!wrong) return '';
  if (!wrong.requestHeaders['apikey'])
    return `${page} holds no public key of Supabase's`;
  return `${noSignups} ${waitlistPath} ${wrong.failure || `answers ${describeAnswer(wrong, meanings)}`}`;
}

const resultOf = ({ status, text }: Pick<Received, 'status' | 'text'>) =>
  `${String(status)} ${codeOf(text)}`;

const isRefusedRow = (answer: Pick<Received, 'status' | 'text'>) =>
  resultOf(answer) === '400 23514';

/**
 * Sends that row to the project itself, as whoever has the public key can.
 *
 * @returns whether the database takes signups that were not sent through the site, in a line
 */
export async function describeDirectInserts(
  address: string,
  apikey: string,
): Promise<string> {
  const origin = projectUrl('SUPABASE_URL', address);
  const answer = await request(new URL(waitlistPath, origin), {
    method: 'POST',
    headers: { apikey, 'Content-Type': 'application/json' },
    body: refusedRow,
    redirect: 'manual',
    timeout: responseTimeout,
  });
  if (resultOf(answer) === '401 42501')
    return `${origin} takes signed requests only`;
  if (isRefusedRow(answer))
    return `${origin} takes unsigned requests as well: whoever has the public key can go round the site (README.md, "Signed requests")`;
  return `${origin} itself answers ${describeAnswer(answer)}`;
}
