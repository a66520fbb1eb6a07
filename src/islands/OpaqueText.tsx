import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'span'> {
  text: string;
}

/**
 * A text that React writes as a whole and never looks into, neither when it hydrates nor
 * when the text changes: translators put elements of their own in the place of texts.
 */
export function OpaqueText({ text, ...attributes }: Props) {
  const __html = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return <span {...attributes} dangerouslySetInnerHTML={{ __html }} />;
}
