import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { HeadersHandler } from '@netlify/headers';
import { RedirectsHandler } from '@netlify/redirects';
import { StaticHandler } from '@netlify/static';
import { compress } from './compression.ts';

/**
 * A server for the built site that treats a request as Netlify does, with
 * Netlify's own engines: the rewrites of `_redirects`, then the files of
 * `publishDirectory` with the headers of `netlify.toml`. A rewritten request
 * carries the visitor's address, and the signature where the rewrite asks for one;
 * a backend that cannot be reached is a 502.
 */
export function createSite(publishDirectory: string): Server {
  const projectDir = process.cwd();
  const configPath = join(projectDir, 'netlify.toml');
  const files = new StaticHandler({ directory: publishDirectory });
  const headers = new HeadersHandler({
    configPath,
    projectDir,
    publishDir: publishDirectory,
    logger: console,
  });
  const redirects = new RedirectsHandler({
    configPath,
    configRedirects: [],
    jwtRoleClaim: '',
    jwtSecret: '',
    projectDir,
    publicDir: publishDirectory,
  });

  async function respond(
    request: Request,
    visitorAddress: string,
  ): Promise<Response> {
    if (!isDecodable(request.url)) return new Response(null, { status: 400 });
    const rewrite = await redirects.match(request);
    if (rewrite?.external) {
      const ours = {
        'x-forwarded-for': visitorAddress,
        'x-nf-client-connection-ip': visitorAddress,
        ...rewrite.headers,
      };
      for (const [name, value] of Object.entries(ours))
        request.headers.set(name, value);
      const answer = await redirects
        .handle(request, rewrite, staticFile)
        .catch(() => undefined);
      return answer
        ? withoutEncoding(answer)
        : new Response(null, { status: 502 });
    }
    if (!['GET', 'HEAD'].includes(request.method))
      return new Response(null, { status: 405 });

    const file = await staticFile(request);
    if (!file) return new Response('Not found', { status: 404 });
    const response = await file();
    await headers.apply(request, response);
    return compress(request, response);
  }

  async function staticFile(request: Request) {
    return (await files.match(request))?.handle;
  }

  const listener = getRequestListener(
    (request, bindings) =>
      respond(
        request,
        (bindings as HttpBindings).incoming.socket.remoteAddress ?? '',
      ),
    { overrideGlobalObjects: false },
  );
  return createServer((request, response) => void listener(request, response));
}

/** Whether Netlify's engines, which decode the path, can. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).pathname);
    return true;
  } catch {
    return false;
  }
}

/** An answer that `fetch` has already decompressed, without the headers that say otherwise. */
function withoutEncoding(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response(answer.body, { status: answer.status, headers });
}
