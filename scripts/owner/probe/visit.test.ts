import { expect, test } from 'vitest';
import { listen } from '../../../local/listen.ts';
import { checkHeaders, shippedKey, visit } from './visit.ts';

const form = `<astro-island component-url="/form.js"><form><input type="email"></form></astro-island>`;
const page = form + form;
const key = 'sb_publishable_x';

test.for([
  ['has 1 of the 2 waitlist forms', form, key],
  ['has an inline script that', `${page}<script>go()</script>`, key],
  ['has an inline style that', `${page}<style>p{}</style>`, key],
  ['answers 404 and image/svg', `${page}<img src="/gone.svg">`, key],
  ['200 and text/html in the place of javascript', page, `import"./old.js"`],
  ['gives every visitor a key that opens', page, 'sb_secret_x'],
  ['holds no public key', page, ''],
  ['comes with Content-Security-Policy: nothing, but netlify.toml', page, key],
] as const)('a site that %s', async ([reason, html, script]) => {
  const { url, close } = await listen(({ url }, response) => {
    if (url === '/form.js')
      response.setHeader('content-type', 'text/javascript').end(script);
    else if (url === '/gone.svg')
      response.writeHead(404, { 'content-type': 'image/svg+xml' }).end();
    else response.setHeader('content-type', 'text/html').end(html);
  });
  const check = async () => {
    const answers = await visit(url);
    shippedKey(answers);
    await checkHeaders(answers);
  };
  await expect(check()).rejects.toThrow(new RegExp(`^${url}.* ${reason}`));
  await close();
});
