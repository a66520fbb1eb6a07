import { SUPABASE_PUBLISHABLE_KEY } from 'astro:env/client';
import { atom, readonlyType } from 'nanostores';
import { fixedTexts } from '../site';
import { waitlistPath } from './waitlist-path';

/** The one submit state that the forms and the header share; `form` is the id of the form that was used. */
export type WaitlistState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly form: string }
  | {
      readonly status: 'success' | 'error';
      readonly form: string;
      readonly message: string;
    };

/** How an insert can end: accepted, refused with PostgREST's error code if it gave one, or without an answer. */
type Outcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly code: unknown }
  | { readonly kind: 'unanswered' };

const state = atom<WaitlistState>({ status: 'idle' });

/** The submit state, read-only: only `joinWaitlist` changes it. */
export const $waitlist = readonlyType(state);

/**
 * The most bytes of a referrer that the database accepts
 * (20261121000700_bound_the_referrer.sql). A URL is ASCII: a character is a byte.
 */
const maxReferrerLength = 8192;

/** Milliseconds to wait for a response. */
const responseTimeout = 15_000;

/**
 * Adds `email` to the waitlist and moves `$waitlist` through `loading` to
 * `success` or `error`; never throws. Ignored for an empty `email`, while a
 * submit is running, and after one has succeeded.
 *
 * @param form the id of the form that was used
 */
export async function joinWaitlist(form: string, email: string): Promise<void> {
  const { status } = state.get();
  if (email === '' || status === 'loading' || status === 'success') return;

  state.set({ status: 'loading', form });
  const page = location.href.slice(0, maxReferrerLength);
  const outcome = await insertSignup(email, page);
  state.set({
    status: outcome.kind === 'accepted' ? 'success' : 'error',
    form,
    message: messageFor(outcome),
  });
}

/** The message that the visitor sees. */
function messageFor(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'accepted':
      return fixedTexts.success;
    case 'unanswered':
      return fixedTexts.unanswered;
    case 'refused':
      return outcome.code === uniqueViolation
        ? fixedTexts.duplicate
        : fixedTexts.refused;
  }
}

/** SQLSTATE unique_violation: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';

async function insertSignup(email: string, referrer: string): Promise<Outcome> {
  const { signal, aborted } = limitCall();
  let response: Response;
  try {
    const call = fetch(waitlistPath, {
      method: 'POST',
      headers: {
        apikey: SUPABASE_PUBLISHABLE_KEY,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ email, referrer }),
      // A visitor who closes the tab right after pressing still gets on the list.
      keepalive: true,
      // A 307 that is followed would send the address to any server that it names.
      redirect: 'manual',
      signal,
    });
    response = await Promise.race([call, aborted]);
  } catch {
    return { kind: 'unanswered' };
  }
  if (response.status === 201) return { kind: 'accepted' };
  const body = Promise.race([response.json(), aborted]);
  return { kind: 'refused', code: await readErrorCode(body) };
}

/**
 * Aborts `signal` and rejects `aborted` after `responseTimeout`, or when the page
 * returns from the back-forward cache, where it gets no response any more. In
 * WebKit a `keepalive` fetch then never settles, not even by its signal, so each
 * `await` of it must race against `aborted`.
 */
function limitCall() {
  const call = new AbortController();
  const { signal } = call;
  setTimeout(() => call.abort(), responseTimeout);
  addEventListener('pageshow', ({ persisted }) => persisted && call.abort(), {
    signal,
  });
  const aborted = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', reject),
  );
  return { signal, aborted };
}

/** The `code` of a PostgREST error body; `undefined` if the body is cut, empty, HTML, `null` or has none. */
async function readErrorCode(
  body: Promise<{ code?: unknown } | null>,
): Promise<unknown> {
  try {
    return (await body)?.code;
  } catch {
    return undefined;
  }
}
