import { useStore } from '@nanostores/react';
import { useRef, useSyncExternalStore } from 'react';
import { fixedTexts, site } from '../site';
import { $waitlist } from '../stores/waitlist';
import { Redrawn } from './Redrawn';

interface Props {
  /** The id of the form that the button scrolls to. */
  formId: string;
}

/** Pixels of scroll up to which the header stays transparent. */
const transparentUpTo = 20;

/** The fixed top bar: dark and translucent once the page is scrolled, with a button that scrolls to a form. */
export default function ScrollHeader({ formId }: Props) {
  const { status } = useStore($waitlist, { ssr: 'initial' });
  const isScrolled = useSyncExternalStore(
    subscribeToScroll,
    () => scrollY > transparentUpTo,
    () => false,
  );

  const root = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const label = status === 'success' ? fixedTexts.joined : fixedTexts.join;

  // `scroll-behavior` in CSS would also animate the browser's own scroll restoration.
  function goToForm() {
    const form = document.getElementById(formId);
    const { matches: isMotionReduced } = matchMedia('(prefers-reduced-motion)');
    form?.scrollIntoView({
      block: 'center',
      behavior: isMotionReduced ? 'instant' : 'smooth',
    });
    const target = form?.querySelector<HTMLElement>('.joined, [name=email]');
    target?.focus({ preventScroll: true });
  }

  return (
    <Redrawn root={root} isWhole={() => button.current?.isConnected ?? false}>
      <header
        ref={root}
        data-scrolled={isScrolled}
        className={`fixed inset-x-0 top-0 z-10 border-b noscript:bg-header print:static ${isScrolled ? 'bg-header' : 'border-transparent'}`}
      >
        <div className="mx-auto flex h-16 max-w-page items-center justify-between gap-3 px-gutter">
          <img
            src="/logo.svg"
            alt={site.name}
            width="144"
            height="32"
            className="h-8 w-36 min-w-0"
          />
          <button
            ref={button}
            type="button"
            data-widest={fixedTexts.joined}
            onClick={goToForm}
            className="min-h-11 rounded-md border border-edge px-[min(1rem,4.5vw)] text-small font-semibold leading-tight [overflow-wrap:normal] hover:border-accent hover:text-accent noscript:hidden print:hidden"
          >
            {/* A new key replaces the element: a text that changes in place counts as a layout shift. */}
            <span key={label} suppressHydrationWarning>
              {label}
            </span>
          </button>
        </div>
      </header>
    </Redrawn>
  );
}

function subscribeToScroll(onScroll: () => void) {
  addEventListener('scroll', onScroll, { passive: true });
  return () => removeEventListener('scroll', onScroll);
}
