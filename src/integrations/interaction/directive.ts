import type { ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the visitor's first interaction, anywhere on the page. */
    'client:interaction'?: boolean;
  }
}

const interactions = [
  'pointermove',
  'pointerdown',
  'scroll',
  'keydown',
  'focusin',
  'input',
  'change',
  // An assistive technology may click without any of the above.
  'click',
];

/** What the visitor has done in an island: the field's text, whether the field has the focus, whether a press is kept. */
type IslandState = [
  text?: string | undefined,
  isFocused?: boolean,
  isPressed?: boolean,
];

/** One function for each island, in page order, that reads its state. */
const readers: (() => IslandState)[] = [];

/** The islands' states before `reloadOnce`; `null` if it did not load this page. */
const saved: IslandState[] | null = history.state;
if (saved) history.replaceState(null, '');

/**
 * Loads and hydrates an island at the visitor's first interaction, or once the page
 * is parsed if the browser has restored a filled field. A press of the
 * island's button, or Enter in its field, before hydration is kept and takes
 * effect after it, unless the field's text has changed by then. A load that fails
 * is tried again at the next interaction, or once the connection is back, unless
 * `reloadOnce` reloads the page.
 */
const interaction: ClientDirective = (load, _options, island) => {
  const field = island.querySelector('input');
  const button = island.querySelector('button');
  let kept: { text: string | undefined } | undefined;
  let isHydrating = false;

  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  for (const type of interactions) addEventListener(type, hydrate, options);
  for (const type of ['DOMContentLoaded', 'pageshow'])
    addEventListener(type, hydrateIfRestored, options);
  island.addEventListener('click', keepClick, options);
  field?.addEventListener('keydown', keepEnter, options);
  island.addEventListener('input', dropIfChanged, options);

  const [text, isFocused, isPressed] = saved?.[readers.length] ?? [];
  readers.push(() => [field?.value, field === document.activeElement, !!kept]);
  if (field && text) field.value = text;
  if (isFocused) field?.focus({ preventScroll: true });
  if (isPressed) keep();

  // Asks only for what needs no layout. A restored scroll position fires `scroll`.
  function hydrateIfRestored() {
    const fields = [...document.querySelectorAll('input')];
    if (saved || fields.some(({ value }) => value)) void hydrate();
  }

  async function hydrate() {
    if (isHydrating) return;
    isHydrating = true;
    // The build writes the shared chunk's URL on <body>, so it loads together with the islands.
    // Not in Firefox, which never loads a module again after a failure:
    // https://bugzilla.mozilla.org/show_bug.cgi?id=2055211
    const { islands } = document.body.dataset;
    if (islands && !CSS.supports('-moz-appearance', 'none'))
      import(/* @vite-ignore */ islands).catch(() => undefined);

    const hydrateIsland = await load();
    await hydrateIsland();
    // After a failed load Astro dispatches an event, and the island keeps this attribute.
    if (island.hasAttribute('ssr')) {
      isHydrating = false;
      // What failed offline is loaded again once the connection is back.
      addEventListener('online', hydrate, options);
      void reloadOnce();
    } else {
      listening.abort();
      replay();
    }
  }

  // A click on a disabled button, which has no pointer events, reaches its parent.
  function keepClick({ target }: MouseEvent) {
    const pressed = button?.disabled ? button.parentElement : button;
    if (pressed?.contains(target as Element)) keep();
  }

  function keepEnter({ key, keyCode }: KeyboardEvent) {
    // The Enter that ends a composition has the code 229 in every browser; in
    // Safari it comes after the composition, so that `isComposing` is false.
    if (key === 'Enter' && keyCode !== 229) keep();
  }

  // A press on an empty or invalid field is not kept: it could submit while the
  // visitor is still typing. `reportValidity` shows the browser's message at once.
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

  // React hydrates a root synchronously when an input or click event reaches it.
  function replay() {
    dropIfChanged();
    if (!kept) return;
    drop();
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    button?.click();
  }
};

/**
 * Reloads the page once, and restores its islands' states, if the page itself can be
 * fetched: a deploy removes the scripts of the previous one, which a page that was
 * left open still requests. Not while a signup is running or after its success, when
 * no field is enabled: its result would be lost.
 */
async function reloadOnce() {
  const page = await fetch('').catch(() => undefined);
  // Another island that came here first has set the state.
  if (saved || history.state || !page?.ok) return;
  if (!document.querySelector('input:enabled')) return;
  saveAndReload();
  // Again at each change: the visitor may go on until the new page arrives, and what
  // is saved during a reload is not restored by it.
  for (const type of ['click', 'keydown', 'input'])
    addEventListener(type, saveAndReload);
}

function saveAndReload() {
  history.replaceState(
    readers.map((read) => read()),
    '',
  );
  location.reload();
}

export default interaction;
