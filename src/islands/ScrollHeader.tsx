import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { fixedTexts, site } from '../site.ts';
import { $waitlist } from '../stores/waitlist.ts';
import '../styles/button-label.css';
import { firstFormId, goToForm } from './goToForm.ts';
import { showScroll } from './pageScroll.ts';
import { OpaqueText } from './OpaqueText.tsx';
import './ScrollHeader.css';

interface Props {
  /** Whether the page has the first form. On any other page the logo and the button are links to the front page. */
  hasForm: boolean;
}

/** The fixed top bar: dark and translucent once the page is scrolled, with a button that leads to a form. */
export default function ScrollHeader({ hasForm }: Props) {
  const { status } = useStore($waitlist, { ssr: 'initial' });
  const hasJoined = status === 'success';
  useEffect(followScroll, []);

  const logo = (
    <img
      src="/logo.svg"
      alt={site.name}
      width="144"
      height="32"
      className="h-8 w-36 min-w-0"
    />
  );
  const buttonClass =
    'button-labels grid min-h-11 text-balance break-normal rounded-md border border-edge px-[min(1rem,4.5vw)] py-0.5 text-small font-semibold leading-tight hover:border-accent hover:text-accent';
  const join = (
    <OpaqueText
      text={fixedTexts.join}
      className={hasJoined ? 'button-label-hidden' : ''}
    />
  );

  return (
    <header
      // From here on `showScroll` sets it.
      data-scrolled="false"
      className="scroll-header fixed inset-x-0 top-0 z-10 border-b noscript:bg-page print:static"
    >
      <div className="mx-auto flex h-16 max-w-page items-center justify-between gap-3 px-gutter">
        {hasForm ? logo : <a href="/">{logo}</a>}
        {site.headerLinks.length > 0 && (
          <nav className="ml-auto flex gap-4 break-normal text-small text-soft print:hidden">
            {site.headerLinks.map(({ name, url }) => (
              <a
                key={url}
                href={url}
                className="flex min-h-11 items-center no-underline"
              >
                <OpaqueText text={name} />
              </a>
            ))}
          </nav>
        )}
        {hasForm ? (
          <button
            type="button"
            onClick={goToForm}
            className={`${buttonClass} noscript:hidden print:hidden`}
          >
            {join}
            <OpaqueText
              text={fixedTexts.joined}
              className={hasJoined ? '' : 'button-label-hidden'}
            />
          </button>
        ) : (
          <a
            href={`/#${firstFormId}`}
            className={`${buttonClass} text-center no-underline print:hidden`}
          >
            {join}
          </a>
        )}
      </div>
    </header>
  );
}

function followScroll() {
  const show = () => showScroll('.scroll-header');
  show();
  addEventListener('scroll', show);
  return () => removeEventListener('scroll', show);
}
