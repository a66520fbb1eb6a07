import { useStore } from '@nanostores/react';
import {
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { $waitlist } from '../stores/waitlist';
import { buttonOf, showLabel } from './controls';

interface Props {
  /** The id of the form that the button scrolls to. */
  formId: string;
  /** The slot with the logo and the button: Header.astro. */
  children: ReactNode;
}

/** Pixels of scroll up to which the header stays transparent. */
const transparentUpTo = 20;

/** The fixed top bar: dark and translucent once the page is scrolled, with a button that scrolls to a form. */
export default function ScrollHeader({ formId, children }: Props) {
  const { status } = useStore($waitlist, { ssr: 'initial' });
  const isScrolled = useSyncExternalStore(
    subscribeToScroll,
    () => scrollY > transparentUpTo,
    () => false,
  );
  const header = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    if (header.current)
      showLabel(header.current, status === 'success' ? 'joined' : 'join');
  }, [status]);

  // React knows no button: it stands in the slot.
  useLayoutEffect(() => {
    const click = ({ target, currentTarget }: Event) => {
      const button = buttonOf(currentTarget as HTMLElement);
      if (button?.contains(target as Node)) goToForm(formId);
    };
    const { current } = header;
    current?.addEventListener('click', click);
    return () => current?.removeEventListener('click', click);
  }, [formId]);

  return (
    <header
      ref={header}
      data-scrolled={isScrolled}
      className={`fixed inset-x-0 top-0 z-10 border-b noscript:bg-header print:static ${isScrolled ? 'bg-header' : 'border-transparent'}`}
    >
      {children}
    </header>
  );
}

/** Scrolls to a form, and puts the focus into its field or its confirmation. */
function goToForm(id: string) {
  const form = document.getElementById(id);
  const { matches: isMotionReduced } = matchMedia('(prefers-reduced-motion)');
  // `scroll-behavior` in CSS would also animate the browser's own scroll restoration.
  form?.scrollIntoView({
    block: 'center',
    behavior: isMotionReduced ? 'instant' : 'smooth',
  });
  const target = form?.querySelector<HTMLElement>('.joined, [name=email]');
  target?.focus({ preventScroll: true });
}

function subscribeToScroll(onScroll: () => void) {
  addEventListener('scroll', onScroll, { passive: true });
  return () => removeEventListener('scroll', onScroll);
}
