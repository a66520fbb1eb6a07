import { site } from '../site.ts';
import { OpaqueText } from './OpaqueText.tsx';

/**
 * A link that opens a mail to the contact. If a line is too short for the e-mail, the e-mail wraps
 * after its `@`.
 */
export function ContactLink() {
  const domain = site.contact.indexOf('@') + 1;
  return (
    <a href={`mailto:${site.contact}`} translate="no">
      <OpaqueText text={site.contact.slice(0, domain)} />
      <wbr />
      <OpaqueText text={site.contact.slice(domain)} />
    </a>
  );
}
