import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'span'> {
  text: string;
}

/** A text that React replaces as a whole, whatever a translator has put in its place. */
export function OpaqueText({ text, ...attributes }: Props) {
  const __html = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return (
    <span
      {...attributes}
      // React finds the translator's text in the place of its own, and keeps it.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html }}
    />
  );
}
