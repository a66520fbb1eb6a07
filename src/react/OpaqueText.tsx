import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'span'> {
  text: string;
}

/**
 * A text of which React knows no text node: for a new text, React replaces the element's whole content.
 * If React knew the node, and a translator had replaced the node by elements of its own, React would
 * throw, or would write the new text into the removed node.
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
