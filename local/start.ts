import { listen } from './listen.ts';
import { pagePort, runWithBackend } from './run.ts';
import { createNetlifySite } from './netlify.ts';

await runWithBackend(async () => {
  const { close } = await listen(createNetlifySite('dist'), pagePort);
  return close;
});
