import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { startBackend } from '../../../local/backend.ts';
import { backendSettings } from '../../../src/settings/environment.ts';
import { newDataFolder } from '../../../tests/helpers/database.ts';

interface Call {
  method?: string;
  path?: string;
  key?: string;
  headers?: Record<string, string>;
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
}

/**
 * The backend under test: the embedded one, or with `npm run test:contract` a Supabase that
 * runs on this machine.
 */
export function useBackend() {
  let close: (() => Promise<void>) | undefined;
  // Never the settings of .env: the tests would add rows to a real list.
  const { supabaseUrl, publishableKey, secretKey } = backendSettings({
    SETTINGS: 'defaults',
  });
  let url = supabaseUrl;
  const run = randomUUID().slice(0, 8);
  // Each run is a visitor of its own, so that the limit lets the next one begin at once.
  const visitor = `2001:db8:${run.slice(0, 4)}:${run.slice(4)}::1`;
  let addresses = 0;

  /** An address that no other run uses. */
  function address(template = '*@contract.example'): string {
    return template.replace('*', `contract-${run}-${addresses++}`);
  }

  async function call({
    method = 'POST',
    path = '/rest/v1/waitlist',
    key = publishableKey,
    headers = {},
    body,
  }: Call) {
    const response = await fetch(url + path, {
      method,
      headers: {
        'x-forwarded-for': visitor,
        ...(key && { apikey: key }),
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    const { status, headers: answered } = response;
    const text = await response.text();
    const isJson = answered.get('content-type')?.includes('json');
    const json: unknown = isJson ? JSON.parse(text) : undefined;
    return { status, headers: answered, text, json };
  }

  /** The rows of an address, as the owner reads them. */
  async function stored(email: string): Promise<unknown> {
    const filter = `email=eq.${encodeURIComponent(email)}`;
    const path = `/rest/v1/waitlist?select=email,referrer&${filter}`;
    return (await call({ method: 'GET', path, key: secretKey })).json;
  }

  /** Removes an address; the answer names the row. */
  function remove(address: string) {
    const path = '/rest/v1/rpc/remove_signup';
    return call({ path, key: secretKey, body: { address } });
  }

  beforeAll(async () => {
    if (process.env['CONTRACT_AGAINST'] === 'supabase') return;
    const dataDirectory = newDataFolder();
    const settings = { dataDirectory, port: 0, publishableKey, secretKey };
    const backend = await startBackend(settings);
    ({ url } = backend);
    close = async () => {
      await backend.close();
      rmSync(dataDirectory, { recursive: true });
    };
  });

  afterAll(() => close?.());

  return { call, address, stored, remove, publishableKey, secretKey };
}
