import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX as compressible } from 'hono/utils/compress';

const encode = promisify(brotliCompress);
const compressed = new Map<string, Promise<Buffer>>();

/**
 * Compresses a response with brotli, as Netlify does, if the browser accepts it; Hono's own
 * middleware has only gzip and deflate. Netlify does not document the quality with which it
 * compresses; we use Node's default, 11. Each content is compressed once.
 */
export const compress: MiddlewareHandler = async (context, next) => {
  await next();
  const { req, res } = context;
  const accepted = req.header('Accept-Encoding') ?? '';
  const type = res.headers.get('Content-Type') ?? '';
  if (!res.body || !accepted.includes('br') || !compressible.test(type)) return;

  const content = Buffer.from(await res.arrayBuffer());
  const key = createHash('sha256').update(content).digest('base64');
  const body = compressed.get(key) ?? encode(content);
  compressed.set(key, body);
  context.res = new Response(new Uint8Array(await body), res);
  context.header('Content-Encoding', 'br');
  context.header('Content-Length', undefined);
  context.header('Vary', 'Accept-Encoding');
};
