import { expect } from '@playwright/test';
import { keys, test } from './helpers/fixtures';

// That signups through the site are signed and taken is shown by every other test.
test('what does not come through the site is refused', async ({
  site,
  database,
}) => {
  for (const [email, headers] of [
    ['probe', {}],
    ['ann@example.com', {}],
    ['ann@example.com', { 'x-nf-sign': 'e30.e30.forged' }],
  ] as const) {
    const answer = await fetch(`${site.backendUrl}/rest/v1/waitlist`, {
      method: 'POST',
      headers: {
        apikey: keys.publishableKey,
        'Content-Type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ email }),
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: '42501' });
  }

  expect(await site.rows()).toEqual([]);
  const { rows } = await database.query('table private.signup_counter');
  expect(rows).toEqual([]);
});
