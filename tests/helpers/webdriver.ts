/** A window of a browser, driven as in https://www.w3.org/TR/webdriver2/ */
export type BrowserWindow = Awaited<ReturnType<typeof openWindow>>;

export const enterKey = '\uE007';

/** Opens a window of the browser whose driver listens at an address. */
export async function openWindow(driver: string) {
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
    open: (url: string) => command('url', { url }),
    reload: () => command('refresh'),
    /** The value of an expression in the page, or of the promise that it is. */
    evaluate: (expression: string) =>
      command('execute/sync', { script: `return ${expression}`, args: [] }),
    /** Types into the first element that a selector matches. */
    async type(selector: string, text: string) {
      const strategy = { using: 'css selector', value: selector };
      const [id] = Object.values(await command('element', strategy));
      await command(`element/${id}/value`, { text });
    },
    close: () => send('DELETE', `/${sessionId}`, {}),
  };
}
