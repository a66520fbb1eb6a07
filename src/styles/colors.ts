import { TinyColor } from '@ctrl/tinycolor';

const page = '#0a0d12';
const accent = '#ffb84d';

/** The colours by role. Each is a custom property, such as `--page`, which the sets below change. */
export const colors = {
  page,
  raised: '#0f141b',
  card: '#141b24',
  header: new TinyColor(page).setAlpha(0.8).toHex8String(),
  line: '#263241',
  edge: '#66758a',
  text: '#eef2f6',
  soft: '#b7c2cf',
  faint: '#8d9aab',
  accent,
  button: accent,
  'button-hover': new TinyColor(accent).lighten(11).toHexString(),
  'button-text': page,
  // The second thread, which only drawings have.
  second: '#5eead4',
  success: '#4ade80',
  'success-card': '#0e241b',
  error: '#f87171',
};

/** For visitors who ask for more contrast: lines are as bright as edges, faint texts as soft texts. */
export const contrastColors = { line: colors.edge, faint: colors.soft };

/** Colours for print. They need no colours of drawings, which are not printed. */
export const paperColors = {
  page: '#fff',
  raised: '#fff',
  card: '#fff',
  'success-card': '#fff',
  line: '#fff',
  text: '#000',
  soft: '#000',
  faint: '#000',
  success: '#000',
  error: '#000',
};

/**
 * Colours for forced-colours mode. Drawings need them, because browsers do not force fills and
 * strokes. Buttons need them, because browsers keep a background that is a system colour, and only
 * the text colour of the same pair, `ButtonFace` and `ButtonText`, is legible on it.
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
