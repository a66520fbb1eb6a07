import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNewDatabase } from '../../tests/helpers/database.ts';
import { createRestApi } from './api.ts';

const keys = { publishableKey: 'public', secretKey: 'secret' };
let database: PGlite;

beforeAll(async () => {
  database = await openNewDatabase();
});
afterAll(() => database.close());

/** Sends a request with the secret key; resolves to status and body. */
async function send(method: string, path: string, headers = {}, body?: string) {
  const api = createRestApi(database, keys);
  const response = await api.request(`/rest/v1/${path}`, {
    method,
    headers: {
      apikey: keys.secretKey,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body && { body }),
  });
  return [response.status, await response.text()] as const;
}

// Features of PostgREST that nothing here uses, and names that would inject SQL unquoted.
test.for([
  ['GET', 'waitlist?email=neq.a', {}, 400],
  ['GET', 'waitlist?or=(id.gt.0)', {}, 400],
  ['GET', 'waitlist?%22=eq.1', {}, 400],
  ['GET', 'waitlist?limit=-1', {}, 400],
  ['GET', 'waitlist', { range: '0-1' }, 400],
  ['POST', 'waitlist%22%20select%20--', {}, 404],
  ['POST', 'rpc/remove_signup', {}, 404],
] as const)('refused: %s %s %o', async ([method, path, headers, status]) => {
  const body = method === 'POST' ? '{"email":"a@x.example"}' : undefined;
  const [actualStatus, text] = await send(method, path, headers, body);
  expect(actualStatus).toBe(status);
  expect(text).toMatch(/^\{"code":"/);
  const { rows } = await database.query('select from waitlist');
  expect(rows).toEqual([]);
});
