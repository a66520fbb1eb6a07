import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answering } from '../../tests/helpers/http.ts';
import { serveInserts } from '../../tests/helpers/inserts.ts';
import type { ErrorReason } from './waitlist.ts';

const inserts = serveInserts();
let store: typeof import('./waitlist.ts');
beforeEach(async () => {
  store = await import('./waitlist.ts');
  return () => vi.useRealTimers();
});

const fields = { email: 'ann@example.com' };
const join = (formId = 'hero', email = fields.email) =>
  store.joinWaitlist(formId, { ...fields, email });
const state = () => store.$waitlist.get();
const success = { status: 'success', formId: 'hero', fields };
const errorOf = (reason: ErrorReason) => ({
  status: 'error',
  formId: 'hero',
  reason,
});
const never = new Promise<never>(() => undefined);

describe('joinWaitlist', () => {
  it('posts the e-mail and the current page with the public key', async () => {
    history.replaceState(null, '', '/?utm_source=news&x=1#teams');
    await join();
    expect(inserts.requests).toEqual([
      {
        method: 'POST',
        url: '/rest/v1/waitlist',
        headers: expect.objectContaining({
          apikey: expect.stringMatching(/^sb_publishable_/),
          'content-type': 'application/json',
        }),
        body: { ...fields, referrer: location.href },
      },
    ]);
    expect(inserts.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(state()).toMatchObject({ fields });
  });

  it('cuts a long URL to what the database accepts', async () => {
    history.replaceState(null, '', `/?${'x'.repeat(9000)}`);
    await join();
    expect(inserts.requests[0]?.body).toMatchObject({
      referrer: location.href.slice(0, 2048),
    });
  });

  it('ignores an empty e-mail', async () => {
    await join('hero', '');
    expect(state()).toEqual({ status: 'idle' });
    expect(inserts.requests).toHaveLength(0);
  });

  it('ignores a submit while another is running and after one has succeeded', async () => {
    await Promise.all([join(), join('end', 'bob@example.com')]);
    await join('end', 'bob@example.com');
    expect(inserts.requests).toHaveLength(1);
    expect(state()).toEqual(success);
  });

  it('clears an error the moment the next submit starts', async () => {
    inserts.answer = answering(500);
    await join('end');
    expect(state()).toEqual({ ...errorOf('serverError'), formId: 'end' });

    inserts.answer = answering(201);
    const retry = join();
    expect(state()).toEqual({ status: 'loading', formId: 'hero' });
    await retry;
    expect(state()).toEqual(success);
  });

  it.each([
    ['a duplicate', 409, '{"code":"23505","message":"…"}', 'duplicate'],
    ['a duplicate that comes as 200', 200, '{"code":"23505"}', 'duplicate'],
    ['another conflict', 409, '{"code":"23503"}', 'serverError'],
    ['an HTML error', 503, '<h1>Unavailable</h1>', 'serverError'],
    ['the page of a captive portal', 200, '<h1>Log in</h1>', 'serverError'],
    ['a body of null', 409, 'null', 'serverError'],
    ['an empty body', 401, '', 'serverError'],
    ['no content', 204, '', 'serverError'],
  ] as const)(
    'gives the reason for %s',
    async (_what, status, body, reason) => {
      inserts.answer = answering(status, body);
      await join();
      expect(state()).toEqual(errorOf(reason));
    },
  );

  it.each([
    [201, success],
    [409, errorOf('serverError')],
  ])('judges a %i with a cut body by its status', async (status, end) => {
    inserts.answer = (_request, response) => {
      response.writeHead(status, { 'Content-Length': 100 });
      response.write('{"code":"23505"', () => response.destroy());
    };
    await join();
    expect(state()).toEqual(end);
  });

  it('sends the e-mail to no other server that a redirect names', async () => {
    inserts.answer = (_request, response) =>
      response.writeHead(307, { Location: '/elsewhere' }).end();
    await join();
    expect(state()).toEqual(errorOf('serverError'));
    expect(inserts.requests).toHaveLength(1);
  });

  // prettier-ignore
  it.each([
    ['throws', () => { throw new Error('This is the add-on’s own error.'); }],
    ['answers nothing', () => undefined],
    ['resolves to what is no response', async () => 'OK'],
  ])('ends in the network error where an add-on’s fetch %s', async (_what, fetch) => {
    vi.stubGlobal('fetch', fetch);
    await join();
    expect(state()).toEqual(errorOf('networkError'));
  });

  it('gives up after 15 seconds without an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    // Node's own fetch gives up a connection after 10 seconds of the fake clock.
    vi.stubGlobal('fetch', () => never);
    const joining = join();
    await vi.advanceTimersByTimeAsync(14_999);
    expect(state()).toMatchObject({ status: 'loading' });
    vi.advanceTimersByTime(1);
    await joining;
    expect(state()).toEqual(errorOf('networkError'));
  });

  // As in WebKit, where an abort does not settle the call of a page that was cached.
  it.each([
    ['call', async () => never, 'networkError'],
    ['body', async () => ({ status: 409, json: () => never }), 'serverError'],
  ] as const)(
    'gives up a %s that never settles when the page returns from the cache',
    async (_what, fetch, reason) => {
      vi.stubGlobal('fetch', fetch);
      void join();
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      // The page's time limit, which would also end the call, comes after 15 seconds.
      const timeout = 10_000;
      await expect.poll(state, { timeout }).toEqual(errorOf(reason));
    },
  );
});
