/** A window of a browser, driven as in https://www.w3.org/TR/webdriver2/ */
export interface BrowserWindow {
  open: (url: string) => Promise<unknown>;
  reload: () => Promise<unknown>;
  /** The value of an expression in the page, or of the promise that it is. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Types into the first element that a selector matches. */
  type: (selector: string, text: string) => Promise<unknown>;
  close: () => Promise<unknown>;
}

export const enterKey = '\uE007';

/** Opens a window of the browser whose driver listens at an address. */
export async function openWindow(driver: string): Promise<BrowserWindow> {
  async function send(method: string, path: string, parameters: object) {
    const body = JSON.stringify(parameters);
    const response = await fetch(`${driver}/session${path}`, { method, body });
    const { value } = await response.json();
    if (!response.ok) throw new Error(value.message);
    return value;
  }
  const { sessionId } = await send('POST', '', { capabilities: {} });
  const command = (name: string, parameters: object = {}) =>
    send('POST', `/${sessionId}/${name}`, parameters);

  return {
    open: (url) => command('url', { url }),
    reload: () => command('refresh'),
    evaluate: (expression) =>
      command('execute/sync', { script: `return ${expression}`, args: [] }),
    async type(selector, text) {
      const strategy = { using: 'css selector', value: selector };
      const [id] = Object.values(await command('element', strategy));
      await command(`element/${id}/value`, { text });
    },
    close: () => send('DELETE', `/${sessionId}`, {}),
  };
}
