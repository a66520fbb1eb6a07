import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answering } from '../../tests/helpers/http';
import { serveInserts } from '../../tests/helpers/inserts';
import { fixedTexts } from '../site';

const inserts = serveInserts();
let store: typeof import('./waitlist');
beforeEach(async () => {
  store = await import('./waitlist');
  return () => vi.useRealTimers();
});

type Message = 'duplicate' | 'refused';

describe('joinWaitlist', () => {
  it('posts the address and the current page, with the public key', async () => {
    history.replaceState(null, '', '/?utm_source=news&x=1#teams');

    await store.joinWaitlist('hero', 'ann@example.com');

    expect(inserts.requests).toEqual([
      {
        method: 'POST',
        url: '/rest/v1/waitlist',
        headers: expect.objectContaining({
          apikey: expect.stringMatching(/^sb_publishable_/),
          'content-type': 'application/json',
        }),
        body: { email: 'ann@example.com', referrer: location.href },
      },
    ]);
    expect(inserts.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(location.href).toContain('?utm_source=news&x=1#teams');
  });

  it('cuts a long URL to what the database accepts', async () => {
    history.replaceState(null, '', `/?${'x'.repeat(9000)}`);
    await store.joinWaitlist('hero', 'ann@example.com');
    expect(inserts.requests[0]?.body).toEqual({
      email: 'ann@example.com',
      referrer: location.href.slice(0, 8192),
    });
  });

  it('goes from idle through loading to success', async () => {
    expect(store.$waitlist.get()).toEqual({ status: 'idle' });

    const joining = store.joinWaitlist('hero', 'ann@example.com');
    expect(store.$waitlist.get()).toEqual({ status: 'loading', form: 'hero' });

    await joining;
    expect(store.$waitlist.get()).toEqual({
      status: 'success',
      form: 'hero',
      message: fixedTexts.success,
    });
  });

  it('ignores an empty address', async () => {
    await store.joinWaitlist('hero', '');
    expect(store.$waitlist.get().status).toBe('idle');
    expect(inserts.requests).toHaveLength(0);
  });

  it('makes one request of two submits at once, and keeps the first form', async () => {
    await Promise.all([
      store.joinWaitlist('hero', 'ann@example.com'),
      store.joinWaitlist('end', 'bob@example.com'),
    ]);
    expect(inserts.requests).toHaveLength(1);
    expect(store.$waitlist.get()).toMatchObject({
      status: 'success',
      form: 'hero',
    });
  });

  it('never submits again after a success', async () => {
    await store.joinWaitlist('hero', 'ann@example.com');
    await store.joinWaitlist('end', 'bob@example.com');
    expect(inserts.requests).toHaveLength(1);
  });

  it('clears an error the moment the next submit starts', async () => {
    inserts.answer = answering(500);
    await store.joinWaitlist('hero', 'ann@example.com');
    expect(store.$waitlist.get().status).toBe('error');

    inserts.answer = answering(201);
    const retry = store.joinWaitlist('end', 'ann@example.com');
    expect(store.$waitlist.get()).toEqual({ status: 'loading', form: 'end' });
    await retry;
    expect(store.$waitlist.get()).toMatchObject({
      status: 'success',
      form: 'end',
    });
  });

  it.each<[what: string, status: number, body: string, message: Message]>([
    ['a duplicate', 409, '{"code":"23505","message":"…"}', 'duplicate'],
    ['a duplicate that comes as 400', 400, '{"code":"23505"}', 'duplicate'],
    ['a duplicate that comes as 200', 200, '{"code":"23505"}', 'duplicate'],
    ['another conflict', 409, '{"code":"23503"}', 'refused'],
    ['a code that is a number', 409, '{"code":23505}', 'refused'],
    ['an HTML error', 503, '<h1>Unavailable</h1>', 'refused'],
    ['the page of a captive portal', 200, '<h1>Log in</h1>', 'refused'],
    ['a body of null', 409, 'null', 'refused'],
    ['an empty body', 401, '', 'refused'],
    ['no content', 204, '', 'refused'],
  ])('shows the message for %s', async (_what, status, body, message) => {
    inserts.answer = answering(status, body);
    await store.joinWaitlist('hero', 'ann@example.com');
    expect(store.$waitlist.get()).toEqual({
      status: 'error',
      form: 'hero',
      message: fixedTexts[message],
    });
  });

  it.each([
    [201, { status: 'success' }],
    [409, { status: 'error', message: fixedTexts.refused }],
  ])(
    'judges a %i by its status when its body is cut off',
    async (status, outcome) => {
      inserts.answer = (_request, response) => {
        response.writeHead(status, { 'Content-Length': 100 });
        response.write('{"code":"23505"', () => response.destroy());
      };
      await store.joinWaitlist('hero', 'ann@example.com');
      expect(store.$waitlist.get()).toMatchObject(outcome);
    },
  );

  it('shows the network error for a refused connection', async () => {
    await inserts.close();
    await store.joinWaitlist('hero', 'ann@example.com');
    expect(store.$waitlist.get()).toMatchObject({
      status: 'error',
      message: fixedTexts.unanswered,
    });
  });

  it('gives up after 15 seconds without an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    inserts.answer = () => undefined;
    const joining = store.joinWaitlist('hero', 'ann@example.com');
    await expect.poll(() => inserts.requests).toHaveLength(1);

    vi.advanceTimersByTime(14_999);
    expect(store.$waitlist.get().status).toBe('loading');
    vi.advanceTimersByTime(1);
    await joining;
    expect(store.$waitlist.get()).toMatchObject({
      status: 'error',
      message: fixedTexts.unanswered,
    });
  });

  // As in WebKit, where an abort does not settle the call of a page that was cached.
  it.each([
    ['a call', () => never, fixedTexts.unanswered],
    [
      'a body',
      async () => ({ status: 409, json: () => never }),
      fixedTexts.refused,
    ],
  ])(
    'gives up %s that never settles when the page returns from the cache',
    async (_name, fetch, message) => {
      vi.stubGlobal('fetch', fetch);
      const joining = store.joinWaitlist('hero', 'ann@example.com');
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await joining;
      expect(store.$waitlist.get()).toMatchObject({ status: 'error', message });
    },
  );
});

const never = new Promise<never>(() => undefined);
