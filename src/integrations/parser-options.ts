/**
 * The options of node-html-parser with which a step of the build changes a page and leaves the rest as
 * it is. By default the parser removes comments, and repairs invalid nesting, such as a paragraph in a
 * paragraph. The check of the built pages would then miss that mistake.
 */
export const asWritten = { comment: true, preserveTagNesting: true };
