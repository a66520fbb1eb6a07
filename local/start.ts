import { once } from 'node:events';
import { runWithBackend } from './run.ts';
import { createSite } from './site.ts';

await runWithBackend(async (port) => {
  const server = createSite('dist').listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
});
