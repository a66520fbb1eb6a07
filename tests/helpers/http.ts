import type { RequestListener } from 'node:http';

/** A listener that gives every request the same answer. */
export const answering =
  (status: number, body = '', type = 'application/json'): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Type': type }).end(body);
