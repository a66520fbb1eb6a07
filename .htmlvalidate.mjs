/** @type {import('html-validate').ConfigData} */
export default {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  elements: [
    'html5',
    {
      // The header is an island only on pages with a form. `a` is the link that skips the header.
      body: {
        permittedContent: [
          ...[
            'a',
            'astro-island',
            'footer',
            'header',
            'link',
            'main',
            'script',
          ],
        ],
      },
      main: { permittedContent: ['section'] },
    },
  ],
  rules: {
    'heading-level': 'error',
    // Safari exposes some styled lists as lists only if they have the role.
    'no-redundant-role': 'off',
    // Without a scope, <th> heads its row or column by its place.
    'wcag/h63': 'off',
  },
};
