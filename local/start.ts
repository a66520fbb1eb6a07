import { listen } from './listen.ts';
import { runWithBackend } from './run.ts';
import { createSite } from './site.ts';

await runWithBackend(async (port) => {
  const { close } = await listen(createSite('dist'), port);
  return close;
});
