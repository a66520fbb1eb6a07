import { listen } from './listen.ts';
import { exitWithMessage, pagePort } from './run.ts';

// Runs before the build of `npm start`, which would be wasted if the page's port is taken.
await exitWithMessage(async () => {
  const { close } = await listen(() => undefined, pagePort);
  await close();
});
