import type { Page, Request } from '@playwright/test';
import { responseTimeout } from '../../../src/settings/response-timeout.ts';
import { timedOut, whyUnanswered } from '../request.ts';

/** What a browser has received for one of its requests. */
export interface Received {
  url: string;
  method: string;
  /** What the browser wanted it for: `document`, `script`, `font`, … */
  type: string;
  requestHeaders: Record<string, string>;
  status: number;
  headers: Record<string, string>;
  /** Empty where it is no text. */
  text: string;
  /** As sent: compressed, with the headers. */
  bytes: number;
  /** Why it has not come whole, as the end of a sentence that begins with its address; else empty. */
  failure: string;
}

/**
 * Chromium's codes where an answer has come all the same, an error, or where nothing is
 * wrong with the site: the page forbids a request, or leaves it since it is loaded anew.
 */
const harmless = ['csp', 'ERR_ABORTED', 'ERR_HTTP_RESPONSE_CODE_FAILURE'];

/** Resolves once a request of a page has ended, or has not within the time that the page itself waits for an answer. */
export async function receive(page: Page, request: Request): Promise<Received> {
  const wait = {
    predicate: (other: Request) => other === request,
    timeout: responseTimeout,
  };
  const hasEnded = await Promise.race([
    page.waitForEvent('requestfinished', wait),
    page.waitForEvent('requestfailed', wait),
  ]).then(
    () => true,
    () => false,
  );
  const received: Received = {
    url: request.url(),
    method: request.method(),
    type: request.resourceType(),
    requestHeaders: request.headers(),
    status: 0,
    headers: {},
    text: '',
    bytes: 0,
    failure: '',
  };
  const code = hasEnded
    ? (request.failure()?.errorText.replace('net::', '') ?? '')
    : timedOut;
  // The page itself gives up an insert.
  const isGivenUp = received.method === 'POST' && code === 'ERR_ABORTED';
  if (isGivenUp || (code && !harmless.includes(code))) {
    const failure = whyUnanswered(isGivenUp ? timedOut : code, responseTimeout);
    return { ...received, failure };
  }

  const response = await request.response();
  if (!response) return received;
  const { responseHeadersSize, responseBodySize } = await request.sizes();
  const isText = ['document', 'script', 'fetch'].includes(received.type);
  return {
    ...received,
    status: response.status(),
    headers: await response.allHeaders(),
    // A redirect has none.
    text: isText ? await response.text().catch(() => '') : '',
    bytes: responseHeadersSize + responseBodySize,
  };
}

/** The type of a file, by the end of its name; of others any is right. */
const formats: Record<string, string> = {
  html: 'html',
  js: 'javascript',
  png: 'png',
  svg: 'svg',
  woff2: 'woff2',
};

/** What is wrong with a page or a file, in a line; empty if nothing is. */
export function faultOf({ url, status, headers, failure }: Received): string {
  // Asked for again, the page's files have another query.
  const { origin, pathname } = new URL(url);
  const file = origin + pathname;
  if (failure) return `${file} ${failure}`;
  // Forbidden by the page itself, or redirected: the next request has the answer.
  if (status < 200 || (status >= 300 && status < 400)) return '';
  const type = headers['content-type'] ?? 'no type';
  const [, extension = 'html'] = /\/.*\.(\w+)$/.exec(pathname) ?? [];
  const format = formats[extension] ?? '';
  if (status === 200 && type.includes(format)) return '';
  return `${file} answers ${String(status)} and ${type} in the place of ${format || extension}`;
}
