import { listen } from './listen.ts';
import { pagePort, runWithBackend } from './run.ts';
import { createNetlifySite } from './netlify.ts';

await runWithBackend(async () => {
  const listener = createNetlifySite('dist');
  const { close } = await listen(listener, pagePort);
  return { listener, close };
});
