import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { startBackend } from '../../../local/backend.ts';
import { loadSettings } from '../../../local/settings.ts';

interface Call {
  method?: string;
  path?: string;
  key?: string | undefined;
  headers?: Record<string, string>;
  withoutType?: boolean;
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON, `undefined` if it is none. */
  json: unknown;
}

/**
 * The backend under test: the embedded one, or with `npm run test:contract` the
 * one that the environment names. Takes off the list what the tests put there.
 */
export function useBackend() {
  let url = '';
  let close: (() => Promise<void>) | undefined;
  const { supabaseUrl, publishableKey, secretKey } = loadSettings();
  const run = randomUUID().slice(0, 8);
  // Each run is a visitor of its own, so that the limit lets the next one begin at once.
  const visitor = `2001:db8:${run.slice(0, 4)}:${run.slice(4)}::1`;
  const emails = new Set<string>();

  /** An address that no other run uses, and that is taken off the list at the end. */
  function address(template = '*@contract.example'): string {
    const email = template.replace(
      '*',
      `contract-${run}-${String(emails.size)}`,
    );
    emails.add(email);
    return email;
  }

  async function call({
    method = 'POST',
    path = '/rest/v1/waitlist',
    key = publishableKey,
    headers = {},
    withoutType = false,
    body,
  }: Call): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      headers: {
        'x-forwarded-for': visitor,
        ...(key && { apikey: key }),
        ...(!withoutType && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body:
          typeof body === 'string' || body instanceof Uint8Array
            ? (body as BodyInit)
            : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: parse(text),
    };
  }

  /** The rows of these addresses as the owner sees them. */
  async function stored(...wanted: string[]): Promise<unknown[]> {
    const answer = await call({
      method: 'GET',
      path: `/rest/v1/waitlist?select=email,referrer&order=id&${among(wanted)}`,
      key: secretKey,
    });
    if (!Array.isArray(answer.json)) throw new Error(answer.text);
    return answer.json;
  }

  beforeAll(async () => {
    if (process.env['CONTRACT_AGAINST'] === 'environment') {
      url = supabaseUrl;
      return;
    }
    ({ url, close } = await startBackend({
      dataDirectory: 'memory://',
      port: 0,
      publishableKey,
      secretKey,
    }));
  });

  afterAll(async () => {
    const written = [...emails];
    while (written.length > 0) {
      const path = `/rest/v1/waitlist?${among(written.splice(0, 100))}`;
      const { status, text } = await call({
        method: 'DELETE',
        path,
        key: secretKey,
      });
      if (status !== 204) throw new Error(`The clean-up failed: ${text}`);
    }
    await close?.();
  });

  return { call, address, stored, secretKey };
}

function among(emails: string[]): string {
  const list = emails.map((email) => `"${email}"`).join(',');
  return `email=in.${encodeURIComponent(`(${list})`)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
