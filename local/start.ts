import { listen } from './listen.ts';
import { pagePort, runWithBackend } from './run-with-backend.ts';
import { createNetlifySite } from './netlify-site.ts';

await runWithBackend(async () => {
  const { close } = await listen(createNetlifySite('dist'), pagePort);
  return close;
});
