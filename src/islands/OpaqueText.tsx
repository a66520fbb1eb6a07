import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'span'> {
  text: string;
}

/**
 * A text that React replaces as a whole. A translator may replace a text node of React's by elements
 * of its own. React would then write into the removed text node, or throw.
 */
export function OpaqueText({ text, ...attributes }: Props) {
  const __html = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return (
    <span
      {...attributes}
      // If a translator has changed the text before hydration, React keeps the translated text.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html }}
    />
  );
}
