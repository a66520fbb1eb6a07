import type { IncomingMessage, RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeEach, vi } from 'vitest';
import { listen } from '../../local/listen.ts';
import { answering } from './http.ts';

/** The server that answers the inserts of a unit test. */
interface Inserts {
  /** The requests so far, oldest first. */
  requests: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & {
    body: unknown;
  })[];
  /** Answers the next requests. At first this is an answer with 201; a test can set another listener. */
  answer: RequestListener;
}

const accepted = answering(201);

/** Gives each test of the file its own server, and resets modules, so that the atom is idle again. */
export function serveInserts(): Inserts {
  const inserts: Inserts = { requests: [], answer: accepted };

  beforeEach(async () => {
    inserts.requests = [];
    inserts.answer = accepted;
    const server = await listen(async (request, response) => {
      const { method, url, headers } = request;
      inserts.requests.push({
        method,
        url,
        headers,
        body: await json(request),
      });
      inserts.answer(request, response);
    });
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      fetch(url.replace(location.origin, server.url), init),
    );
    vi.resetModules();
    return async () => {
      vi.unstubAllGlobals();
      await server.close();
    };
  });

  return inserts;
}
