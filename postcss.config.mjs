/**
 * Puts our own CSS into a cascade layer. Tailwind's utilities are in no layer, so a utility in the markup
 * wins over each class of ours on the same element, such as `print:hidden` over `.button`.
 *
 * @type {import('postcss').Plugin}
 */
const cascadeLayer = {
  postcssPlugin: 'cascade-layer',
  Once(root, { AtRule }) {
    const isOurs = !root.source?.input.file?.includes('node_modules');
    // Astro gives the <style> of a component to PostCSS twice.
    const isLayered =
      root.first?.type === 'atrule' && root.first.name === 'layer';
    if (isOurs && !isLayered)
      root.append(
        new AtRule({ name: 'layer', params: 'own' }).append(root.nodes),
      );
  },
};

export default { plugins: [cascadeLayer] };
