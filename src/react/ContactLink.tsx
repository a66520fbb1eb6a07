import { site } from '../site.ts';
import { Text } from './Text.tsx';

/**
 * A link that opens a mail to the contact. If a line is too short for the e-mail, the e-mail wraps
 * after its `@`.
 */
export function ContactLink() {
  const domain = site.contact.indexOf('@') + 1;
  return (
    <a href={`mailto:${site.contact}`} translate="no">
      <Text>{site.contact.slice(0, domain)}</Text>
      <wbr />
      <Text>{site.contact.slice(domain)}</Text>
    </a>
  );
}
