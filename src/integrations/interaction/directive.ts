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
  'scroll',
  'keydown',
  'focusin',
  'input',
  'change',
  // An assistive technology may click without any of the above.
  'click',
  // Not a visitor's sign, but the moment to ask again for what failed to load.
  'online',
];

/** What an island holds of the visitor's: its field's text, whether that has the focus, whether a press is kept. */
type Held = [
  text?: string | undefined,
  isFocused?: boolean,
  isPressed?: boolean,
];

/** Read what each island holds, in the order of the page. */
const readers: (() => Held)[] = [];

/** What each held before the page reloaded itself; `null` if it did not. */
const reloaded: Held[] | null = history.state;
if (reloaded) history.replaceState(null, '');

/**
 * Loads and hydrates an island when the visitor first does something, or at
 * once on a page that came back scrolled or with a filled field. A press of the
 * island's button, or Enter in its field, that comes before is kept and takes
 * effect once the island is live, unless the field's text has changed by then.
 * A load that fails is tried again at the next sign, if not by `reloadOnce`.
 */
const interaction: ClientDirective = (load, _options, island) => {
  const field = island.querySelector('input');
  const button = island.querySelector('button');
  let kept: { text: string | undefined } | undefined;
  let isWaking = false;

  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  for (const sign of signs) addEventListener(sign, wake, options);
  addEventListener('pageshow', wakeIfRestored, options);
  island.addEventListener('click', keepClick, options);
  island.addEventListener('keydown', keepEnter, options);
  island.addEventListener('input', dropIfChanged, options);

  const [text, isFocused, isPressed] = reloaded?.[readers.length] ?? [];
  readers.push(() => [field?.value, field === document.activeElement, !!kept]);
  if (field && text) field.value = text;
  if (isFocused) field?.focus({ preventScroll: true });
  if (isPressed) keep();
  wakeIfRestored();

  function wakeIfRestored() {
    if (
      reloaded ||
      scrollY ||
      document.querySelector('input:not(:placeholder-shown)')
    )
      void wake();
  }

  async function wake() {
    if (isWaking) return;
    isWaking = true;
    // The build writes the shared chunk's URL on <body>, so it loads together with the islands.
    // Not in Firefox, which never asks again for a module that has failed.
    const { islands } = document.body.dataset;
    if (islands && !CSS.supports('-moz-appearance', 'none'))
      import(/* @vite-ignore */ islands).catch(() => undefined);

    const hydrate = await load();
    await hydrate();
    // Astro reports a load that failed by an event, and leaves the island as it was.
    if (island.hasAttribute('ssr')) {
      isWaking = false;
      void reloadOnce();
    } else {
      listening.abort();
      replay();
    }
  }

  // A click on a disabled button reaches the element that wraps it instead.
  function keepClick({ target }: MouseEvent) {
    const pressed = button?.disabled ? button.parentElement : button;
    if (pressed?.contains(target as Element)) keep();
  }

  function keepEnter({ key, keyCode }: KeyboardEvent) {
    // The Enter that ends a composition has the code 229 in every browser; in
    // Safari it comes after the composition, so that `isComposing` is false.
    if (key === 'Enter' && keyCode !== 229) keep();
  }

  // An empty field has nothing to submit, and what is not an address yet is
  // told at once: kept, it could be sent while the visitor is still typing.
  function keep() {
    if (field && !(field.value && field.reportValidity())) return;
    kept = { text: field?.value };
    button?.setAttribute('aria-busy', 'true');
  }

  function drop() {
    kept = undefined;
    button?.removeAttribute('aria-busy');
  }

  function dropIfChanged() {
    if (kept && kept.text !== field?.value) drop();
  }

  // React hydrates a root at once when an input or a click event reaches it.
  function replay() {
    dropIfChanged();
    if (!kept) return;
    drop();
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    button?.click();
  }
};

/**
 * A deploy removes the scripts of the one before it, which a page that was left
 * open still asks for. If the page itself can be reached, it is loaded again,
 * once, and takes back what its islands held. Not while a signup is under way
 * or after it, when no field is enabled: that would take its result away.
 */
async function reloadOnce() {
  const page = await fetch('').catch(() => undefined);
  // Another island has set the state if it was the first to come here.
  if (reloaded || history.state || !page?.ok) return;
  if (!document.querySelector('input:enabled')) return;
  hold();
  // With what is typed until the new page arrives.
  addEventListener('pagehide', hold);
  location.reload();
}

function hold() {
  const held = readers.map((read) => read());
  history.replaceState(held, '');
}

export default interaction;
