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
 * The backend under test: the embedded one, or with `npm run test:contract` the
 * one on this machine that the environment names. The rows that the tests add there are
 * removed at the end.
 */
export function useBackend() {
  let url = '';
  let close: (() => Promise<void>) | undefined;
  const { supabaseUrl, publishableKey, secretKey } = backendSettings();
  const run = randomUUID().slice(0, 8);
  // Each run is a visitor of its own, so that the limit lets the next one begin at once.
  const visitor = `2001:db8:${run.slice(0, 4)}:${run.slice(4)}::1`;
  const emails = new Set<string>();

  /** An address that no other run uses. */
  function address(template = '*@contract.example'): string {
    const email = template.replace('*', `contract-${run}-${emails.size}`);
    emails.add(email);
    return email;
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

  /** The rows of an address as the owner sees them. */
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
    if (process.env['CONTRACT_AGAINST'] === 'environment') {
      url = onThisMachine(supabaseUrl);
      return;
    }
    const dataDirectory = newDataFolder();
    const settings = { dataDirectory, port: 0, publishableKey, secretKey };
    const backend = await startBackend(settings);
    ({ url } = backend);
    close = async () => {
      await backend.close();
      rmSync(dataDirectory, { recursive: true });
    };
  });

  afterAll(async () => {
    if (close) return close();
    for (const email of emails) {
      const { status, text } = await remove(email);
      if (status !== 200) throw new Error(`The clean-up failed: ${text}`);
    }
  });

  return { call, address, stored, remove, publishableKey, secretKey };
}

/** @throws an Error if a URL leads to another machine: the rows of the tests belong on nobody's list. */
export function onThisMachine(url: string): string {
  const { hostname } = new URL(url);
  if (['127.0.0.1', '[::1]', 'localhost'].includes(hostname)) return url;
  throw new Error(
    `The contract tests add rows, so SUPABASE_URL must be a backend on this machine, not ${hostname}. For a real project: npm run probe`,
  );
}
