import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';

/** How a file comes over the wire. */
interface Measurement {
  /** `h2` or `http/1.1`, as agreed on with the server. */
  protocol: string;
  /** Of the body: `br`, `gzip` and so on. */
  encoding: string;
  bodyBytes: number;
  /** Whatever the server has sent for it: headers, body, HTTP/2's frames. */
  bytes: number;
}

const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/**
 * Asks for a file as a browser does, on a connection of its own, and counts what
 * comes: `fetch` speaks no HTTP/2 and does not expose the size of a compressed body.
 *
 * @param timeout milliseconds of silence after which it gives up
 * @throws an Error if the server cannot be reached or stops answering.
 */
export async function measure(
  address: string,
  timeout: number,
): Promise<Measurement> {
  const url = new URL(address);
  const socket = await connect(url);
  socket.setTimeout(timeout, () => {
    socket.destroy(new Error(`${url.origin} stopped answering`));
  });
  const protocol =
    socket instanceof tls.TLSSocket && socket.alpnProtocol
      ? socket.alpnProtocol
      : 'http/1.1';
  const ask = protocol === 'h2' ? askOverHttp2 : askOverHttp1;
  const body = await ask(url, socket);
  const { bytesRead } = socket;
  socket.destroy();
  return { protocol, ...body, bytes: bytesRead };
}

async function connect({ protocol, hostname, port }: URL): Promise<net.Socket> {
  if (protocol === 'http:') {
    const socket = net.connect(Number(port || 80), hostname);
    await once(socket, 'connect');
    return socket;
  }
  const socket = tls.connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  await once(socket, 'secureConnect');
  return socket;
}

type Body = Pick<Measurement, 'encoding' | 'bodyBytes'>;

async function askOverHttp1(url: URL, socket: net.Socket): Promise<Body> {
  const { get } = url.protocol === 'http:' ? http : https;
  const request = get(url, { headers, createConnection: () => socket });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  return bodyOf(answer, answer.headers);
}

async function askOverHttp2(url: URL, socket: net.Socket): Promise<Body> {
  const session = http2.connect(url.origin, { createConnection: () => socket });
  const stream = session.request({ ':path': url.pathname, ...headers });
  session.once('error', (error) => stream.destroy(error));
  const [answer] = (await once(stream, 'response')) as [
    http2.IncomingHttpHeaders,
  ];
  return bodyOf(stream, answer);
}

async function bodyOf(
  body: AsyncIterable<Buffer>,
  { 'content-encoding': encoding = 'none' }: http.IncomingHttpHeaders,
): Promise<Body> {
  let bodyBytes = 0;
  for await (const { byteLength } of body) bodyBytes += byteLength;
  return { encoding, bodyBytes };
}
