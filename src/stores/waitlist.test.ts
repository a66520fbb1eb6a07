import type { RequestListener } from 'node:http';
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
    expect(location.href).toContain('?utm_source=news&x=1#teams');
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
    inserts.answer = answering(500, '');
    await store.joinWaitlist('hero', 'ann@example.com');
    expect(store.$waitlist.get().status).toBe('error');

    inserts.answer = answering(201, '');
    const retry = store.joinWaitlist('end', 'ann@example.com');
    expect(store.$waitlist.get()).toEqual({ status: 'loading', form: 'end' });
    await retry;
    expect(store.$waitlist.get()).toMatchObject({
      status: 'success',
      form: 'end',
    });
  });

  it.each([
    [
      'a duplicate',
      answering(409, '{"code":"23505","message":"…"}'),
      fixedTexts.duplicate,
    ],
    [
      'a duplicate that comes as 400',
      answering(400, '{"code":"23505"}'),
      fixedTexts.duplicate,
    ],
    [
      'another conflict',
      answering(409, '{"code":"23503"}'),
      fixedTexts.refused,
    ],
    [
      'a code that is a number',
      answering(409, '{"code":23505}'),
      fixedTexts.refused,
    ],
    [
      'an HTML error',
      answering(503, '<h1>Unavailable</h1>', 'text/html'),
      fixedTexts.refused,
    ],
    ['a body of null', answering(409, 'null'), fixedTexts.refused],
    ['an empty body', answering(401, ''), fixedTexts.refused],
    [
      'the page of a captive portal',
      answering(200, '<h1>Log in</h1>', 'text/html'),
      fixedTexts.refused,
    ],
    [
      '200 with a duplicate code',
      answering(200, '{"code":"23505"}'),
      fixedTexts.duplicate,
    ],
    [
      '204',
      (_request, response) => response.writeHead(204).end(),
      fixedTexts.refused,
    ],
    [
      'a redirect, which is not followed',
      (_request, response) =>
        response.writeHead(307, { Location: '/elsewhere' }).end(),
      fixedTexts.refused,
    ],
    [
      'an error body that is cut off',
      (_request, response) => {
        response
          .writeHead(409, { 'Content-Length': 100 })
          .write('{"code":"23505"');
        setTimeout(() => response.destroy(), 50);
      },
      fixedTexts.refused,
    ],
    [
      'a connection that is reset',
      (request) => request.socket.resetAndDestroy(),
      fixedTexts.unanswered,
    ],
  ] satisfies [string, RequestListener, string][])(
    'answers %s with its message',
    async (_name, listener, message) => {
      inserts.answer = listener;
      await store.joinWaitlist('hero', 'ann@example.com');
      expect(store.$waitlist.get()).toEqual({
        status: 'error',
        form: 'hero',
        message,
      });
      expect(inserts.requests).toHaveLength(1);
    },
  );

  it('takes a 201 for a success without reading its body', async () => {
    inserts.answer = (_request, response) => {
      response.writeHead(201, { 'Content-Length': 100 }).write('{');
      setTimeout(() => response.destroy(), 50);
    };
    await store.joinWaitlist('hero', 'ann@example.com');
    expect(store.$waitlist.get().status).toBe('success');
  });

  it('needs nothing that Safari 15 lacks', async () => {
    const missing = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      throw new TypeError('AbortSignal.timeout is not a function');
    });
    await store.joinWaitlist('hero', 'ann@example.com');
    expect(store.$waitlist.get().status).toBe('success');
    missing.mockRestore();
  });

  it('answers a refused connection with the network error', async () => {
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

  // As in WebKit, whose signal does not reach a call that its page left behind.
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
