import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'span'> {
  text: string;
}

/**
 * A text that React never looks into: for a new text it replaces the whole content of the element.
 * Otherwise React would fail where a translator has replaced a text node by elements of its own: it
 * would write the new text into the node that is gone, or throw.
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
