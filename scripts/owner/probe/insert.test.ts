import { expect, test } from 'vitest';
import { listen } from '../../../local/listen.ts';
import { answering } from '../../../tests/helpers/http.ts';
import { proveInserts } from './insert.ts';

test.for([
  [200, '<html>', '200, the rewrite to Supabase is missing'],
  [201, '', '201, the table has lost its checks'],
  [401, '{"message":"Invalid API key"}', '401, Supabase does not know'],
  [400, '{"code":"PGRST204"}', '400 PGRST204, the page sends a field that'],
  [401, '{"code":"42501"}', '401 42501, .* compare the signing secrets'],
] as const)('%i %s is named', async ([status, body, line]) => {
  const { url, close } = await listen(answering(status, body));
  await expect(proveInserts(url, 'key')).rejects.toThrow(
    new RegExp(`^${url} takes no signups: .* ${line}`),
  );
  await close();
});
