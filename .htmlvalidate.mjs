/** @type {import('html-validate').ConfigData} */
export default {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // scripts/editor/content-model.ts says what may stand where, and names the line of a mistake.
    'element-permitted-content': 'off',
    'element-permitted-occurrences': 'off',
    'element-permitted-order': 'off',
    'element-permitted-parent': 'off',
    'element-required-ancestor': 'off',
    'element-required-content': 'off',
    'heading-level': 'off',
    // A title may have any length.
    'long-title': 'off',
    // Safari exposes some styled lists as lists only if they have the role.
    'no-redundant-role': 'off',
  },
};
