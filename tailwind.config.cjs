const {
  colors,
  contrastColors,
  forcedColors,
  paperColors,
} = require('./src/styles/colors.ts');
const faces = require('./src/typeface/faces.json');

/** @param {Record<string, string>} colors */
const asProperties = (colors) =>
  Object.fromEntries(
    Object.entries(colors).map(([role, value]) => [`--${role}`, value]),
  );

/** @type {import('tailwindcss').Config} */
module.exports = {
  // On an element with both, a utility wins over a class of ours: `print:hidden` hides a `.button` on paper.
  // The copies that a `<use>` makes have no `:root`, so a utility does not apply to them.
  important: ':root',
  // Without this, an element keeps its hover colours after a touch.
  future: { hoverOnlyWhenSupported: true },
  // All files may set classes, except those of editors (src/sections, src/pages and the examples in src/parts):
  // Tailwind would take a word of their texts, such as "hidden", for a class.
  content: [
    './src/**/*.{astro,tsx}',
    '!./src/{sections,pages}/**',
    '!./src/parts/[A-Z]*',
    '!./src/**/*.test.tsx',
  ],
  // global.css has a smaller reset.
  corePlugins: { preflight: false },
  // Only an element with a class such as `shadow-lg` or `translate-x-1` gets the variables of these classes, and
  // not every element. (An `@apply` in a component's <style> does not bring them: write plain CSS there.)
  experimental: { optimizeUniversalDefaults: true },
  // These words stand in comments, scripts and styles, and Tailwind would take them for classes. ESLint
  // refuses them as classes.
  blocklist: [
    'block',
    'filter',
    'invert',
    'outline',
    'rounded',
    'shrink',
    'table',
    'transform',
    'transition',
  ],
  theme: {
    // The sizes are in rem, so that a visitor who has enlarged the browser's text gets a layout with
    // room for that text.
    screens: { sm: '40rem', lg: '64rem', xl: '80rem' },
    // The width of a section from which on the first section's drawing stands beside the words, and
    // three cards stand in a row.
    beside: '44rem',
    colors: {
      transparent: 'transparent',
      ...Object.fromEntries(
        Object.keys(colors).map((role) => [role, `var(--${role})`]),
      ),
    },
    fontFamily: {
      serif: [...new Set(faces.map(({ fontFamily }) => fontFamily)), 'serif'],
      sans: ['system-ui', 'sans-serif'],
      mono: 'ui-monospace, Menlo, Consolas, "Noto Sans Mono", monospace',
    },
    // In a low window, as of a phone on its side, `vh` makes the headline and the lede smaller, so that
    // the form is seen.
    fontSize: {
      label: ['0.8125rem', '1.5'],
      code: ['clamp(0.75rem, 0.55rem + 0.7vw, 0.9375rem)', '1.65'],
      small: ['0.9375rem', '1.55'],
      body: ['1.0625rem', '1.65'],
      lede: ['clamp(1.125rem, min(1rem + 0.5vw, 4.6vh), 1.25rem)', '1.6'],
      title: [
        'min(1.4375rem, 11.5vw)',
        { lineHeight: '1.2', letterSpacing: '-0.006em' },
      ],
      statement: [
        'clamp(min(1.625rem, 13vw), 1.3rem + 1.4vw, 2.25rem)',
        { lineHeight: '1.12', letterSpacing: '-0.014em' },
      ],
      heading: [
        'clamp(min(2rem, 16vw), 1.45rem + 2.3vw, 3.125rem)',
        { lineHeight: '1.08', letterSpacing: '-0.018em' },
      ],
      display: [
        'clamp(min(2.75rem, 1.2rem + 6.6vw, 18vw, max(2rem, 10.5vh)), min(0.9rem + 5.6vw, 10.5vh), 4.75rem)',
        { lineHeight: '1', letterSpacing: '-0.016em' },
      ],
    },
    extend: {
      maxWidth: {
        // 72rem of content, and two gutters of at most 2.5rem.
        page: '77rem',
        measure: '33rem',
        // A card's text: `measure` without the card's padding, 2rem on each side.
        column: '29rem',
        // The headline, and the other headings. `em` is the font size of each.
        headline: 'max(8.4em, 30rem)',
        heading: '14.4em',
        // An icon in the indent. The rest of the indent separates the icon from the text.
        icon: 'calc(0.75 * var(--indent))',
      },
      spacing: {
        // The size of a turn of the thread, and the room for the turn beside a text. In a narrow window
        // with enlarged text, the turn is smaller, so that words need not break.
        turn: 'min(1.5rem, 7vw)',
        // global.css sets these two variables, by the window's width.
        gutter: 'var(--gutter)',
        indent: 'var(--indent)',
        'half-indent': 'calc(var(--indent) / 2)',
        // The indent inside a card. It is smaller by the width of the card's border, so that a text in
        // a card aligns with a text outside.
        'inner-indent': 'calc(var(--indent) - 1px)',
        // In the first section, the space above the headline, of which the header covers 4rem, and the
        // space above and below the lead. Both are smaller in a low window, so that the form is seen.
        headline: 'clamp(4.5rem, 15vh, 6rem)',
        lead: 'min(1.5rem, 4vh)',
        'section-gap': 'clamp(5rem, 3rem + 7vw, 9rem)',
        field: '3.5rem',
        midfield: 'calc(3.5rem / 2)',
      },
    },
  },
  plugins: [
    ({ addBase, addVariant }) => {
      // Matches where no script runs: the first script of Page.astro sets the attribute.
      addVariant('noscript', ':root:not([data-scripts]) &');
      // Matches if a form has room for its button beside the field, however large the text is.
      addVariant('wide', '@container (width >= 25.5rem)');
      // Matches a form on a phone at 200 %, or if the text has twice the usual size.
      addVariant('narrow', '@container (width < 15rem)');
      addBase({
        '@font-face': faces,
        ':root': asProperties(colors),
        '@media (prefers-contrast: more)': {
          ':root': asProperties(contrastColors),
        },
        '@media print': { ':root': asProperties(paperColors) },
        '@media (forced-colors: active)': {
          ':root': asProperties(forcedColors),
        },
      });
    },
  ],
};
