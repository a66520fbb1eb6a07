import type { AstroIntegration } from 'astro';
import type { Plugin } from 'postcss';

/**
 * Puts our own CSS into a cascade layer. Tailwind's utilities are in no layer, so a utility in the markup
 * wins over each class of ours on the same element, such as `print:hidden` over `.button`.
 */
export function cascadeLayer(): AstroIntegration {
  const plugin: Plugin = {
    postcssPlugin: 'cascade-layer',
    Once(root, { AtRule }) {
      const isOurs = !root.source?.input.file?.includes('node_modules');
      // Astro gives the <style> of a component to PostCSS twice.
      const isLayered = root.some(
        (node) => 'name' in node && node.name === 'layer',
      );
      if (isOurs && !isLayered)
        root.append(
          new AtRule({ name: 'layer', params: 'own' }).append(root.nodes),
        );
    },
  };
  return {
    name: 'cascade-layer',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { css: { postcss: { plugins: [plugin] } } } });
      },
    },
  };
}
