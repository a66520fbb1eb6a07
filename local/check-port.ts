import { once } from 'node:events';
import { createServer } from 'node:net';
import { exitWithMessage, pagePort } from './run.ts';

// Before a build that would be for nothing.
await exitWithMessage(async () => {
  const server = createServer().listen(pagePort(), '127.0.0.1');
  await once(server, 'listening');
  server.close();
});
