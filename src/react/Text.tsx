import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'span'> {
  children: string;
}

/**
 * A text in an element of its own. React keeps no text node of an element whose only child is a string, and
 * replaces the element's whole content for a new text. So a translator may write into the element.
 */
export function Text(props: Props) {
  // If a translator has changed the text before hydration, React keeps the translated text.
  return <span {...props} suppressHydrationWarning />;
}
