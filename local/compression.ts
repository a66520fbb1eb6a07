import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const encode = promisify(brotliCompress);
const compressible = /^text\/|javascript|json|xml/;
const compressed = new Map<string, Promise<Buffer>>();

/**
 * Compresses a static response with brotli, as Netlify does, if the browser accepts it.
 * Netlify does not document its quality; ours is Node's default, 11. Each content is
 * compressed once.
 */
export async function compress(request: Request, response: Response) {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (!accepted.includes('br') || !compressible.test(type)) return response;

  const content = Buffer.from(await response.arrayBuffer());
  const key = createHash('sha256').update(content).digest('base64');
  const body = compressed.get(key) ?? encode(content);
  compressed.set(key, body);
  headers.set('Content-Encoding', 'br');
  headers.append('Vary', 'Accept-Encoding');
  return new Response(new Uint8Array(await body), { status, headers });
}
