import type { RequestListener } from 'node:http';
import { waitlistPath } from '../../src/stores/waitlist-path.ts';

/** A listener that gives every request the same answer. */
export const answering =
  (status: number, body = '', type = 'application/json'): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Type': type }).end(body);

/** Posts one row or several to the waitlist of a site or a backend; resolves to the status. */
export async function postRows(
  url: string,
  apikey: string,
  rows: object,
): Promise<number> {
  const { status } = await fetch(url + waitlistPath, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  });
  return status;
}
