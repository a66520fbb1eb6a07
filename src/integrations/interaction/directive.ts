import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the visitor's first sign of life, anywhere on the page. */
    'client:interaction'?: boolean;
  }
}

const signs = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'input',
  'change',
];

/**
 * Loads and hydrates an island when the visitor first does something, or at
 * once on a page that the browser restored scrolled or with a filled field.
 * A press of the island's button, or Enter in its field, that comes before is
 * kept and takes effect once the island is live, unless the field's text has
 * changed by then. A load that fails is tried again at the next sign.
 */
const interaction: ClientDirective = (load, _options, island) => {
  const field = island.querySelector('input');
  let kept: { button: HTMLButtonElement; text: unknown } | undefined;
  let isWaking = false;

  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  for (const sign of signs) addEventListener(sign, wake, options);
  addEventListener('pageshow', wakeIfRestored, options);
  island.addEventListener('click', keepClick, options);
  island.addEventListener('keydown', keepEnter, options);
  island.addEventListener('input', dropIfChanged, options);
  wakeIfRestored();

  function wakeIfRestored() {
    const fields = [...document.querySelectorAll('input')];
    if (scrollY > 0 || fields.some(({ value }) => value)) void wake();
  }

  async function wake() {
    if (isWaking) return;
    isWaking = true;
    // Named by the build: only the islands' own files would, a round trip later.
    // Not in Firefox, which never asks again for a module that has failed.
    const { islands } = document.body.dataset;
    if (islands && !CSS.supports('-moz-appearance', 'none'))
      import(/* @vite-ignore */ islands).catch(() => undefined);

    let hasFailed = false;
    island.addEventListener('astro:hydration-error', () => (hasFailed = true), {
      once: true,
    });
    const hydrate = await load();
    if (hasFailed) {
      isWaking = false;
      addEventListener('online', wake, { once: true });
      return;
    }

    await hydrate();
    listening.abort();
    replay();
  }

  function keepClick({ target }: Event) {
    // A disabled button lets the pointer through to the element that wraps it.
    if (target instanceof Element)
      keep(target.closest('button') ?? target.querySelector(':scope > button'));
  }

  function keepEnter(event: Event) {
    if (
      event instanceof KeyboardEvent &&
      event.key === 'Enter' &&
      !event.isComposing &&
      // Safari's Enter that ends a composition comes after it.
      event.keyCode !== 229 &&
      event.target === field
    ) {
      keep(island.querySelector('button'));
    }
  }

  // An empty field has nothing to submit, and what is not an address yet is
  // told at once: kept, it could be sent while the visitor is still typing.
  function keep(button: HTMLButtonElement | null) {
    if (!button || (field && !(field.value && field.reportValidity()))) return;
    kept = { button, text: field?.value };
    button.setAttribute('aria-busy', 'true');
  }

  function dropIfChanged() {
    if (!kept || kept.text === field?.value) return;
    kept.button.removeAttribute('aria-busy');
    kept = undefined;
  }

  // React hydrates a root at once when a click or an input event reaches it.
  function replay() {
    dropIfChanged();
    if (!kept) return;
    const { button } = kept;
    button.removeAttribute('aria-busy');
    if (button.form) {
      field?.dispatchEvent(new Event('input', { bubbles: true }));
      button.form.requestSubmit();
    } else {
      button.click();
    }
  }
};

export default interaction;
