import { listen } from './listen.ts';
import { pagePort, runWithBackend } from './run-with-backend.ts';
import { createNetlifySite } from './netlify-site.ts';

await runWithBackend(async () => {
  const listener = createNetlifySite('dist');
  const { close } = await listen(listener, pagePort);
  return { listener, close };
});
