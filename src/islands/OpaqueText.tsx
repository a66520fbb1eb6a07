import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'span'> {
  text: string;
}

/** Up to its full stop or exclamation mark: not `Joining...`. */
const sentence = /[^.!\s][^.!]*[.!](?=\s|$)/g;

/**
 * A text that React writes as a whole and never looks into, neither when it hydrates nor
 * when the text changes: translators put elements of their own in the place of texts. Each of its
 * sentences is a `<span>`, which CSS can keep on one line.
 */
export function OpaqueText({ text, ...attributes }: Props) {
  const __html = text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(sentence, '<span>$&</span>');
  return <span {...attributes} dangerouslySetInnerHTML={{ __html }} />;
}
