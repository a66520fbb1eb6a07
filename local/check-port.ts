import { once } from 'node:events';
import { createServer } from 'node:net';
import { exitWithMessage, pagePort } from './run.ts';

// Runs before the build of `npm start`, which would be wasted if the page's port is taken.
await exitWithMessage(async () => {
  const server = createServer().listen(pagePort(), '127.0.0.1');
  await once(server, 'listening');
  server.close();
});
