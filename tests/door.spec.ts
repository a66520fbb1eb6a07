import { execFile } from 'node:child_process';
import { expect } from '@playwright/test';
import { listen } from '../local/listen';
import { keys, test } from './helpers/fixtures';
import { answering } from './helpers/http';

interface Run {
  exitCode: number;
  output: string;
  complaint: string;
}

/** `npm run probe`, as npm runs it. */
function probe(...addresses: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/owner/probe.ts', ...addresses],
      (error, output, complaint) =>
        resolve({ exitCode: error ? 1 : 0, output, complaint }),
    );
  });
}

// That signups through the site are signed and taken is shown by every other test.
test('the probe goes through the site and leaves nothing, and what comes another way is refused', async ({
  site,
  database,
}) => {
  const { exitCode, output, complaint } = await probe(site.url);
  expect([exitCode, complaint]).toEqual([0, '']);
  expect(output).toMatch(/^.+\n$/);

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

test('the probe says in one line what is broken', async ({ site }) => {
  async function expectFailure(address: string, reason: string | RegExp) {
    const { exitCode, output, complaint } = await probe(address);
    expect([exitCode, output]).toEqual([1, '']);
    expect(complaint).toMatch(reason);
    expect(complaint).toMatch(/^.+\n$/);
  }

  for (const [status, body, reason] of [
    [200, '<html>', 'rewrite'],
    [201, '', 'checks'],
    [400, '{"code":"PGRST102"}', '400 PGRST102'],
    [401, '{"message":"Invalid API key"}', 'key'],
    [401, '{"code":"42501"}', 'secrets'],
    [404, '', 'rewrite'],
  ] as const) {
    site.answerInsertsWith(answering(status, body));
    await expectFailure(site.url, reason);
  }
  site.answerInsertsWith((request) => request.destroy());
  await expectFailure(site.url, 'does not answer');

  const elsewhere = await listen(answering(200, '<p>Nothing here'));
  await expectFailure(elsewhere.url, 'no waitlist page');
  await elsewhere.close();
  await expectFailure(elsewhere.url, 'does not answer');
  await expectFailure('briefloom.com', 'Name the site');
});
