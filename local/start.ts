import { listen } from './listen.ts';
import { runWithBackend } from './run.ts';
import { createNetlifySite } from './netlify.ts';

await runWithBackend(async (port) => {
  const { close } = await listen(createNetlifySite('dist'), port);
  return close;
});
