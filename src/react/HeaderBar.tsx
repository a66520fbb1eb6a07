import type { ReactNode } from 'react';
import { site } from '../site.ts';
import '../styles/button.css';
import './HeaderBar.css';
import { Text } from './Text.tsx';

type HeaderLinks = typeof site.headerLinks;

interface Props {
  /** True: the bar starts dark, as over a scrolled page. False: the bar starts transparent. */
  isScrolled: boolean;
  logo: ReactNode;
  /** The links to other pages. Only `/parts/` shows bars with other links than the site's. */
  links?: HeaderLinks | undefined;
  /** The button or the link at the right end. */
  children: ReactNode;
}

/**
 * The fixed bar at the top of a page, with the logo and the links to other pages. In a narrow window the links are
 * in a menu, because there is no room for them beside the logo and the button.
 */
export function HeaderBar({
  isScrolled,
  logo,
  links = site.headerLinks,
  children,
}: Props) {
  return (
    <header
      // `showScroll` changes this attribute later, outside React.
      data-scrolled={isScrolled}
      className="header-bar fixed inset-x-0 top-0 z-10 border-b noscript:bg-page print:static"
    >
      <div className="mx-auto flex h-16 max-w-page items-center justify-between gap-1 px-gutter">
        {logo}
        {links.length > 0 && (
          <>
            <Links links={links} className="header-bar-links gap-4" />
            <details className="header-bar-menu print:hidden">
              <summary className="button min-h-11 break-normal text-label">
                <Text>Menu</Text>
              </summary>
              <Links
                links={links}
                className="absolute inset-x-0 top-full border-b bg-raised px-gutter py-2"
              />
            </details>
          </>
        )}
        {children}
      </div>
    </header>
  );
}

function Links({
  links,
  className,
}: {
  links: HeaderLinks;
  className: string;
}) {
  return (
    <nav
      className={`break-normal text-small text-soft print:hidden ${className}`}
    >
      {links.map(({ name, url }) => (
        <a
          key={url}
          href={url}
          className="flex min-h-11 items-center no-underline"
        >
          <Text>{name}</Text>
        </a>
      ))}
    </nav>
  );
}

export function Logo() {
  return (
    <img
      src="/logo.svg"
      alt={site.name}
      width="144"
      height="32"
      className="h-8 w-36 min-w-0"
    />
  );
}

/** The classes of the button or the link that leads to the first form. */
export const joinClass =
  'header-bar-join button button-outlined min-h-11 text-balance break-normal py-0.5 text-small leading-tight print:hidden';
