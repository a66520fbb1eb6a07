import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const encoders = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const compressible = /^text\/|javascript|json|xml/;
const compressed = new Map<string, Promise<Buffer>>();

/**
 * Compresses a static response as a CDN does: with brotli if it is accepted, else
 * with gzip. Netlify does not document its quality; here it is Node's default, 11 for
 * brotli. Each content is compressed once.
 */
export async function compress(
  request: Request,
  response: Response,
): Promise<Response> {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const names = ['br', 'gzip'] as const;
  const encoding = names.find((name) => accepted.includes(name));
  const { status, headers } = response;
  if (!encoding || !compressible.test(headers.get('content-type') ?? ''))
    return response;

  const content = Buffer.from(await response.arrayBuffer());
  const key = encoding + createHash('sha256').update(content).digest('base64');
  const body = compressed.get(key) ?? encoders[encoding](content);
  compressed.set(key, body);
  headers.set('Content-Encoding', encoding);
  headers.append('Vary', 'Accept-Encoding');
  return new Response(new Uint8Array(await body), { status, headers });
}
