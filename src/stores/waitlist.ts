import { SUPABASE_PUBLISHABLE_KEY } from 'astro:env/client';
import { atom, readonlyType } from 'nanostores';
import { responseTimeout } from './timeouts.ts';
import { waitlistPath } from './waitlist-path.ts';

/** Why a signup has failed. `duplicate` means that the e-mail is already on the list. */
export type ErrorReason = 'duplicate' | 'serverError' | 'networkError';

/**
 * The fields of a signup, as the page sends them. The public role may insert only these columns. A
 * sentence in ComingSoon.astro tells visitors which of their data is kept.
 */
export interface Signup {
  email: string;
  /** The current page's URL, with its tags. This is not `document.referrer`. */
  referrer: string;
}

/** The fields that a visitor fills in. */
type FormFields = Omit<Signup, 'referrer'>;

/** The submit state, which all forms and the header share. `formId` is the id of the submitted form. */
export type WaitlistState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly formId: string }
  | {
      readonly status: 'success';
      readonly formId: string;
      /** What was sent. The form shows the e-mail, so that a visitor can notice a typo. */
      readonly fields: FormFields;
    }
  | {
      readonly status: 'error';
      readonly formId: string;
      readonly reason: ErrorReason;
    };

const state = atom<WaitlistState>({ status: 'idle' });

/** The submit state, read-only: only `joinWaitlist` changes it. */
export const $waitlist = readonlyType(state);

/**
 * Adds a visitor to the waitlist. `$waitlist` becomes `loading`, and then `success` or `error`. This
 * function never throws. It does nothing if the e-mail is empty, while another submit is running,
 * and after a success.
 */
export async function joinWaitlist(
  formId: string,
  fields: FormFields,
): Promise<void> {
  const { status } = state.get();
  if (fields.email === '' || status === 'loading' || status === 'success')
    return;

  state.set({ status: 'loading', formId });
  const signup: Signup = {
    ...fields,
    referrer: pageUrl().slice(0, maxReferrerLength),
  };
  // An add-on may have replaced `fetch` by a function that throws, or that returns nothing.
  const outcome = await insertSignup(signup).catch(
    () => 'networkError' as const,
  );
  state.set(
    outcome === 'success'
      ? { status: 'success', formId, fields }
      : { status: 'error', formId, reason: outcome },
  );
}

/**
 * The page's URL without the password of a protected preview, as in `https://user:password@…`. The password
 * must not get into the list.
 */
const pageUrl = () =>
  location.origin + location.pathname + location.search + location.hash;

/**
 * The database accepts a referrer of at most this many bytes: see the check of the column in
 * supabase/migrations. A URL is ASCII, so each of its characters is one byte.
 */
const maxReferrerLength = 2048;

/** SQLSTATE unique_violation: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';

/** Posts a signup. Resolves to `success`, or to the reason why the signup has failed. */
async function insertSignup(signup: Signup): Promise<'success' | ErrorReason> {
  const { signal, resultOf } = startCall();
  const response = await resultOf(
    // On a page that was opened with a password in its URL, `fetch` refuses a relative URL.
    fetch(location.origin + waitlistPath, {
      method: 'POST',
      headers: {
        apikey: SUPABASE_PUBLISHABLE_KEY,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(signup),
      // The request goes on if the visitor closes the tab right after pressing the button.
      keepalive: true,
      // If the browser followed a redirect with status 307, it would send the e-mail to any server
      // that the redirect names.
      redirect: 'manual',
      signal,
    }),
  );
  if (typeof response?.status !== 'number') return 'networkError';
  if (response.status === 201) return 'success';
  const error = await resultOf<{ code?: unknown } | null>(response.json());
  return error?.code === uniqueViolation ? 'duplicate' : 'serverError';
}

/**
 * Starts a call, which ends after `responseTimeout`. It ends earlier if the page returns from the
 * back-forward cache, because no response reaches a page in that cache.
 */
function startCall() {
  const call = new AbortController();
  /** Aborts the `fetch` when the call ends. */
  const { signal } = call;
  setTimeout(() => call.abort(), responseTimeout);
  addEventListener('pageshow', ({ persisted }) => persisted && call.abort(), {
    signal,
  });
  const ended = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined)),
  );
  /**
   * Resolves to the value of a promise, or to `undefined` if the promise rejects or the call ends
   * first. In WebKit an aborted `keepalive` fetch may never reject, so this function does not rely on
   * the promise alone.
   */
  const resultOf = <Value>(promise: Promise<Value>) =>
    Promise.race([promise, ended]).catch(() => undefined);
  return { signal, resultOf };
}
