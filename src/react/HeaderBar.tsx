import type { ReactNode } from 'react';
import { site } from '../site.ts';
import '../styles/button.css';
import './HeaderBar.css';

interface Props {
  /** True: the bar starts dark, as over a scrolled page. False: the bar starts transparent. */
  isScrolled: boolean;
  logo: ReactNode;
  /** The links to other pages. */
  links: ReactNode;
  /** The button or the link at the right end. */
  children: ReactNode;
}

/** The fixed bar at the top of a page. */
export function HeaderBar({ isScrolled, logo, links, children }: Props) {
  return (
    <header
      // `showScroll` changes this attribute later, outside React.
      data-scrolled={isScrolled}
      className="header-bar fixed inset-x-0 top-0 z-10 border-b noscript:bg-page print:static"
    >
      <div className="mx-auto flex h-16 max-w-page items-center justify-between gap-1 px-gutter">
        {logo}
        {links}
        {children}
      </div>
    </header>
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
