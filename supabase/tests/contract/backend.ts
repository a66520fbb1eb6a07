import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { startBackend } from '../../../local/backend.ts';
import {
  backendSettings,
  localDefaults,
} from '../../../src/settings/environment.ts';
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
  // The settings of .env are not read: they may name a real list, and the tests add rows.
  const { supabaseUrl, publishableKey, secretKey } =
    backendSettings(localDefaults);
  let url = supabaseUrl;
  const run = randomUUID().slice(0, 8);
  let emails = 0;

  /** An e-mail that no other run uses. */
  function newEmail(template = '*@contract.example'): string {
    return template.replace('*', `contract-${run}-${emails++}`);
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

  /** The rows of an e-mail, as the owner reads them. */
  async function stored(email: string): Promise<unknown> {
    const filter = `email=eq.${encodeURIComponent(email)}`;
    const path = `/rest/v1/waitlist?select=email,referrer&${filter}`;
    return (await call({ method: 'GET', path, key: secretKey })).json;
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

  return { call, newEmail, stored, publishableKey, secretKey };
}
