import { SUPABASE_PUBLISHABLE_KEY } from 'astro:env/client';
import { atom, readonlyType } from 'nanostores';
import { fixedTexts } from '../site.ts';
import { withAsciiDomain } from './email.ts';
import { responseTimeout } from './response-timeout.ts';
import { waitlistPath } from './waitlist-path.ts';

/** The one submit state that the forms and the header share; `formId` names the form that was used. */
export type WaitlistState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly formId: string }
  | {
      readonly status: 'success';
      readonly formId: string;
      readonly message: string;
      /** As it was sent, so that a visitor can notice a typo. */
      readonly email: string;
    }
  | {
      readonly status: 'error';
      readonly formId: string;
      readonly message: string;
    };

/**
 * The fields of a signup, as the page sends them: the columns that the public role may
 * insert. The sentence in ComingSoon.astro says what is kept of them.
 */
export interface Signup {
  email: string;
  /** The URL of the page itself, at the moment of the signup; not that of a page before it. */
  referrer: string;
}

/** The fields that a visitor fills. */
type FormFields = Omit<Signup, 'referrer'>;

const state = atom<WaitlistState>({ status: 'idle' });

/** The submit state, read-only: only `joinWaitlist` changes it. */
export const $waitlist = readonlyType(state);

/**
 * Adds a visitor to the waitlist, and moves `$waitlist` through `loading` to
 * `success` or `error`; never throws. Ignored for an empty e-mail, while a submit is
 * running, and after one has succeeded.
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
    email: withAsciiDomain(fields.email),
    referrer: location.href.slice(0, maxReferrerLength),
  };
  // Add-ons replace `fetch` by functions of their own, which may throw or answer nothing.
  const outcome = await insertSignup(signup).catch(
    () => 'networkError' as const,
  );
  const message = fixedTexts[outcome];
  state.set(
    outcome === 'success'
      ? { status: 'success', formId, message, email: signup.email }
      : { status: 'error', formId, message },
  );
}

/**
 * The most bytes of a referrer that the database accepts: the check of its column in
 * supabase/migrations. A URL is ASCII: a character is a byte.
 */
const maxReferrerLength = 2048;

/** SQLSTATE unique_violation: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';

/** Posts a signup; resolves to the key of the result's text in `fixedTexts`. */
async function insertSignup(
  signup: Signup,
): Promise<'success' | 'duplicate' | 'serverError' | 'networkError'> {
  const { signal, resultOf } = startCall();
  const response = await resultOf(
    fetch(waitlistPath, {
      method: 'POST',
      headers: {
        apikey: SUPABASE_PUBLISHABLE_KEY,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(signup),
      // A visitor who closes the tab right after pressing still gets on the list.
      keepalive: true,
      // A 307 that is followed would send the e-mail to any server that it names.
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
 * A call that ends after `responseTimeout`, and when the page returns from the back-forward
 * cache, where no response reaches it.
 *
 * @returns `signal`, which aborts the call when it ends; and `resultOf`, which resolves to
 *   what a promise of the call resolves to, or to `undefined` if the promise rejects or the
 *   call ends. In WebKit an aborted `keepalive` fetch may never reject by itself.
 */
function startCall() {
  const call = new AbortController();
  const { signal } = call;
  setTimeout(() => call.abort(), responseTimeout);
  addEventListener('pageshow', ({ persisted }) => persisted && call.abort(), {
    signal,
  });
  const ended = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined)),
  );
  const resultOf = <Value>(promise: Promise<Value>) =>
    Promise.race([promise, ended]).catch(() => undefined);
  return { signal, resultOf };
}
