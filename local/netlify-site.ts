import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { HeadersHandler } from '@netlify/headers';
import { RedirectsHandler } from '@netlify/redirects';
import { StaticHandler } from '@netlify/static';
import { sign } from 'hono/jwt';
import { getMimeType } from 'hono/utils/mime';
import { compress } from './compression.ts';

/**
 * A request listener that serves the built site as Netlify does in production. It uses
 * Netlify's own packages, and answers a request with the first of these that matches:
 *
 * - a rewrite that the build has written; the backend also gets the visitor's IP address,
 *   and a signature if the rewrite asks for one
 * - a file of `publishDirectory`, with the headers of `netlify.toml`
 * - the page 404.html
 */
export function createNetlifySite(publishDirectory: string) {
  const projectDir = process.cwd();
  const configPath = join(projectDir, 'netlify.toml');
  const files = new StaticHandler({ directory: publishDirectory });
  const headers = new HeadersHandler({
    configPath,
    projectDir,
    publishDir: publishDirectory,
    logger: console,
  });
  const { 'redirects!': configRedirects } = JSON.parse(
    readFileSync(join(publishDirectory, '../.netlify/v1/config.json'), 'utf8'),
  );
  const redirects = new RedirectsHandler({
    configPath,
    configRedirects,
    jwtRoleClaim: '',
    jwtSecret: '',
    projectDir,
    publicDir: publishDirectory,
  });

  async function respond(
    request: Request,
    { incoming }: { incoming: { socket: Socket } },
  ): Promise<Response> {
    try {
      decodeURI(new URL(request.url).pathname);
    } catch {
      // Netlify's package would throw an error for a path such as `/%zz`.
      return new Response(null, { status: 400 });
    }
    const visitorAddress = incoming.socket.remoteAddress ?? '';
    const rewrite = await redirects.match(request);
    if (rewrite?.external) {
      request.headers.set('x-forwarded-for', visitorAddress);
      request.headers.set('x-nf-client-connection-ip', visitorAddress);
      // Netlify's package also signs, but in the name of a development server.
      if (rewrite.headers['x-nf-sign']) {
        const { origin } = new URL(request.url);
        request.headers.set('x-nf-sign', await signatureFor(origin));
      }
      // `fetch` would decompress the answer, but keep the header that calls it compressed.
      request.headers.set('accept-encoding', 'identity');
      return fetch(new Request(rewrite.target, request)).catch(
        () => new Response(null, { status: 502 }),
      );
    }
    if (!['GET', 'HEAD'].includes(request.method))
      return new Response(null, { status: 405 });

    const response = (await staticFile(request)) ?? (await notFound(request));
    await headers.apply(request, response);
    return compress(request, response);
  }

  /** The file at a path. Netlify decodes a path such as `/our%20logo.svg`; its package does not. */
  async function staticFile(request: Request) {
    const match = await files.match(request);
    const { pathname } = new URL(request.url);
    if (match || !pathname.includes('%')) return match?.handle();
    const path = join(publishDirectory, decodeURI(pathname));
    const body = await readFile(path).catch(() => undefined);
    const headers = { 'content-type': getMimeType(path) ?? '' };
    return body && new Response(body, { headers });
  }

  /**
   * The page 404.html, which Netlify sends for all paths without a file.
   * https://docs.netlify.com/manage/routing/redirects/redirect-options/#custom-404-page-handling
   */
  async function notFound({ url }: Request) {
    const page = await staticFile(new Request(new URL('/404.html', url)));
    const headers = page?.headers ?? {};
    return new Response(page?.body, { status: 404, headers });
  }

  return getRequestListener(respond, { overrideGlobalObjects: false });
}

/**
 * The token with which Netlify signs a request that a production deploy forwards.
 *
 * @see https://docs.netlify.com/manage/routing/redirects/rewrites-proxies/#signed-proxy-redirects
 */
function signatureFor(siteUrl: string): Promise<string> {
  const claims = {
    deploy_context: 'production',
    netlify_id: 'local',
    site_url: siteUrl,
    exp: Math.floor(Date.now() / 1000) + 300,
  };
  return sign(claims, process.env['WAITLIST_SIGNING_SECRET'] ?? '', 'HS256');
}
