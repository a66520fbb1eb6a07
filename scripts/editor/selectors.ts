/**
 * Parts of selectors, by which ESLint finds nodes of a file's syntax tree: as CSS finds
 * elements, with the types of nodes as the names. Beside each stands what it matches.
 * After `:has(` only one `>` works; for a second, another `:has(> …)` stands within.
 *
 * @see https://eslint.org/docs/latest/extend/selectors
 */

/** An opening tag; names are a regular expression. `tag('h[1-6]|p')`: the `<p class="b">` of `<p class="b">a</p>`. */
export const tag = (names: string) =>
  `JSXOpeningElement[name.name=/^(${names})$/]`;

/** A whole element. `element('p')`: `<p class="b">a</p>`. */
export const element = (names: string) =>
  `JSXElement[openingElement.name.name=/^(${names})$/]`;

/** An attribute, however its value is written. `attribute('title')`: `title="…"`, `title={…}`, `{title}`. */
export const attribute = (names: string) => `[name.name=/^(${names})$/]`;

/** An element that has one of the attributes. `elementWith('slot')`: `<p slot="lead">a</p>`. */
export const elementWith = (attributes: string) =>
  `JSXElement:has(> JSXOpeningElement:has(> ${attribute(attributes)}))`;

/** An entry of a list in the code. `property('title')`: the `title: 'a'` of `{ title: 'a', text: 'b' }`. */
export const property = (names: string) => `Property[key.name=/^(${names})$/]`;
