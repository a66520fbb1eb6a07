import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'span'> {
  children: string;
}

/**
 * A text in an element of its own. To change such a text, React replaces the whole content of the element, and
 * does not look for the text node that it has rendered. So a translator may replace that node.
 */
export function Text(props: Props) {
  // If a translator has changed the text before hydration, React keeps the translated text.
  return <span {...props} suppressHydrationWarning />;
}
