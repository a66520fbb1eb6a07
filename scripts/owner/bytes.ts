import type { Request } from '@playwright/test';

/** The bytes of the responses to some requests as sent, headers included. */
export async function bytesOf(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce(
    (sum, size) => sum + size.responseHeadersSize + size.responseBodySize,
    0,
  );
}
