import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { HeadersHandler } from '@netlify/headers';
import { RedirectsHandler } from '@netlify/redirects';
import { Hono } from 'hono';
import { sign } from 'hono/jwt';
import { proxy } from 'hono/proxy';
import { compress } from './compression.ts';

/**
 * A request listener that serves the built site as Netlify does in production, with Netlify's
 * own packages for its rules. It answers a request with the first of these that matches:
 *
 * - a rewrite that the build has written, signed if the rewrite asks for it
 * - a file of `publishDirectory`, with the headers of `netlify.toml`
 * - the page 404.html
 */
export function createNetlifySite(publishDirectory: string) {
  const projectDir = process.cwd();
  const configPath = join(projectDir, 'netlify.toml');
  const { 'redirects!': configRedirects } = JSON.parse(
    readFileSync(join(publishDirectory, '../.netlify/v1/config.json'), 'utf8'),
  );
  const headers = new HeadersHandler({
    configPath,
    projectDir,
    publishDir: publishDirectory,
    logger: console,
  });
  const redirects = new RedirectsHandler({
    configPath,
    configRedirects,
    jwtRoleClaim: '',
    jwtSecret: '',
    projectDir,
    publicDir: publishDirectory,
  });

  const site = new Hono();
  site.onError((error) => {
    // The path is no valid URL, such as `/%`.
    if (error instanceof URIError) return new Response(null, { status: 400 });
    throw error;
  });
  site.use(async ({ req: { raw, url } }, next) => {
    const rewrite = await redirects.match(raw);
    if (!rewrite?.external) return next();
    // Netlify's package signs with `deploy_context: dev`; the database asks for `production`.
    if (rewrite.headers['x-nf-sign'])
      raw.headers.set('x-nf-sign', await signatureFor(new URL(url).origin));
    // curl sends this header before more than 1 MB. Node's `fetch` refuses it.
    raw.headers.delete('expect');
    return proxy(rewrite.target, { raw }).catch(
      () => new Response(null, { status: 502 }),
    );
  });
  site.use(compress, async (context, next) => {
    await next();
    context.header('Cache-Control', 'public, max-age=0, must-revalidate');
    // Netlify does not send this header.
    context.header('Last-Modified', undefined);
    await headers.apply(context.req.raw, context.res);
  });
  site.use(serveStatic({ root: publishDirectory }));
  // https://docs.netlify.com/manage/routing/redirects/redirect-options/#custom-404-page-handling
  site.notFound(({ html }) =>
    html(readFileSync(join(publishDirectory, '404.html'), 'utf8'), 404),
  );
  return getRequestListener(site.fetch, { overrideGlobalObjects: false });
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
