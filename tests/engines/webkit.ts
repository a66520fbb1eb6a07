import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { expect } from '@playwright/test';
import { listen } from '../../local/listen.ts';
import { cleanEnvironment } from '../helpers/environment.ts';

const driverPath = '/usr/bin/WebKitWebDriver';
const displayPath = '/usr/bin/Xvfb';

/** Whether this machine has Debian's WebKitGTK with its driver, and a virtual display. */
export const isInstalled = [driverPath, displayPath].every((path) =>
  existsSync(path),
);

export const enterKey = '\uE007';

export type WebKit = Awaited<ReturnType<typeof startWebKit>>;

/** Opens a window of WebKit on a virtual display. The commands are WebDriver's: https://www.w3.org/TR/webdriver2/ */
export async function startWebKit() {
  const display = spawn(displayPath, ['-displayfd', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [displayNumber] = await once(display.stdio[3] as Readable, 'data');
  const { port, close } = await listen(() => undefined);
  await close();
  const driver = spawn(driverPath, [`--port=${port}`], {
    env: cleanEnvironment({ DISPLAY: `:${String(displayNumber).trim()}` }),
  });
  const url = `http://127.0.0.1:${port}`;
  await expect(() => fetch(`${url}/status`)).toPass();

  async function send(method: string, path: string, parameters: object) {
    const body = JSON.stringify(parameters);
    const response = await fetch(`${url}/session${path}`, { method, body });
    const { value } = await response.json();
    if (!response.ok) throw new Error(value.message);
    return value;
  }
  const { sessionId } = await send('POST', '', { capabilities: {} });
  const command = (name: string, parameters: object = {}) =>
    send('POST', `/${sessionId}/${name}`, parameters);

  return {
    open: (url: string) => command('url', { url }),
    /**
     * Evaluates an expression in the page, and resolves to its value, or to the value of its
     * promise. Do not call it while the browser leaves the page: if the page goes into the
     * back-forward cache, the driver never answers.
     */
    evaluate: (expression: string) =>
      command('execute/sync', { script: `return ${expression}`, args: [] }),
    /** Types into the first element that a selector matches, behind its text. */
    async type(selector: string, text: string) {
      const strategy = { using: 'css selector', value: selector };
      const [id] = Object.values(await command('element', strategy));
      await command(`element/${id}/value`, { text });
    },
    async close() {
      await send('DELETE', `/${sessionId}`, {});
      driver.kill();
      display.kill();
    },
  };
}
