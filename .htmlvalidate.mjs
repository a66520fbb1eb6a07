/** @type {import('html-validate').ConfigData} */
export default {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  elements: [
    'html5',
    {
      // The header is an island only on the front page. Of all links, only the skip link is a child
      // of the body.
      body: {
        permittedContent: [
          'a',
          'astro-island',
          'footer',
          'header',
          'link',
          'main',
          'script',
        ],
      },
      main: { permittedContent: ['section'] },
    },
  ],
  rules: {
    'heading-level': 'error',
    // Safari exposes some styled lists as lists only if they have the role.
    'no-redundant-role': 'off',
    // A <th> without a scope heads its row or its column, depending on where it stands.
    'wcag/h63': 'off',
  },
};
