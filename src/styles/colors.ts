// Every colour is a custom property: print and forced colours repaint the page by changing these.
export const colors = {
  page: '#0a0d12',
  raised: '#0f141b',
  card: '#141b24',
  // The page's own, four fifths opaque.
  header: '#0a0d12cc',
  line: '#263241',
  edge: '#66758a',
  text: '#eef2f6',
  soft: '#b7c2cf',
  faint: '#8d9aab',
  accent: '#ffb84d',
  // The accent as a ground, with its text.
  button: '#ffb84d',
  'button-hover': '#ffcd85',
  'button-text': '#0a0d12',
  // A second thread, in artwork only.
  second: '#5eead4',
  success: '#4ade80',
  'success-card': '#0e241b',
  error: '#f87171',
};

/** With more contrast lines are as bright as edges, and faint texts as soft ones. */
export const contrastColors = { line: colors.edge, faint: colors.soft };

/** Colours for print; the artwork is not printed. */
export const paperColors = {
  page: '#fff',
  raised: '#fff',
  'success-card': '#fff',
  line: '#fff',
  text: '#000',
  soft: '#000',
  faint: '#000',
  success: '#000',
  error: '#000',
};

/**
 * Forced colours, for the fills and strokes of artwork, which browsers do not force, and for
 * buttons: browsers keep a system colour behind words, and only these two are a pair.
 */
export const forcedColors = {
  page: 'Canvas',
  raised: 'Canvas',
  card: 'Canvas',
  line: 'color-mix(in srgb, CanvasText 30%, Canvas)',
  edge: 'CanvasText',
  text: 'CanvasText',
  soft: 'CanvasText',
  faint: 'CanvasText',
  second: 'CanvasText',
  accent: 'LinkText',
  button: 'ButtonFace',
  'button-hover': 'ButtonFace',
  'button-text': 'ButtonText',
  success: 'CanvasText',
};
