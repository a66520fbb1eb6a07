/**
 * The page's first script, inline in its head: keeps what the visitor presses before an
 * island is live. A press is an attribute of its island, so that a new drawing does not
 * lose it; the directive, whose script comes later, makes it.
 */
import { responseTimeout } from '../../settings/limits';
import {
  buttonOf,
  dropPress,
  formOf,
  isPressValid,
  pressed,
  pressedAt,
  textsOf,
} from './island';

addEventListener('click', keepClick, true);
addEventListener('keydown', keepEnter, true);
addEventListener('input', dropChanged, true);

function keepClick({ target }: Event) {
  if (!(target instanceof Element)) return;
  const island = target.closest('[ssr]');
  const button = island && buttonOf(island);
  // A click on a disabled button, which has no pointer events, reaches its parent.
  const isHit = button?.disabled
    ? button.parentElement === target
    : button?.contains(target);
  if (island && isHit) keepPress(island);
}

// The Enter that ends a composition has the code 229 in every browser; in Safari it
// comes after the composition, so that `isComposing` is false.
function keepEnter({ target, key, keyCode }: KeyboardEvent) {
  if (!(target instanceof HTMLInputElement)) return;
  const island = target.form?.closest('[ssr]');
  if (island && key === 'Enter' && keyCode !== 229) keepPress(island);
}

/**
 * Keeps a press, unless a field is empty, or invalid, which the browser's own message
 * tells at once: it could submit while the visitor is still typing. Of presses in two
 * forms only the last is kept. One whose island is not live in time ends in words.
 */
function keepPress(island: Element) {
  const form = formOf(island);
  const invalid = form?.querySelector<HTMLInputElement>(':invalid');
  if (invalid && !invalid.validity.valueMissing) invalid.reportValidity();
  if (invalid) return;

  for (const other of keptPresses())
    if (form && formOf(other) && other !== island) dropPress(other);
  // A press before a reload keeps its time.
  const time = island.getAttribute(pressedAt) ?? String(Date.now());
  island.setAttribute(pressed, JSON.stringify(textsOf(island)));
  island.setAttribute(pressedAt, time);
  buttonOf(island)?.setAttribute('aria-busy', 'true');
  showWords(island, false);
  const giveUp = () => {
    if (island.getAttribute(pressedAt) !== time) return;
    dropPress(island);
    showWords(island, true);
  };
  setTimeout(giveUp, Number(time) + responseTimeout - Date.now());
}

const keptPresses = () => document.querySelectorAll(`[${pressed}]`);

/** A press belongs to the texts it was made with. */
function dropChanged() {
  for (const island of keptPresses())
    if (!isPressValid(island)) dropPress(island);
}

/** Shows or hides an island's words for a call without an answer. */
function showWords(island: Element, isShown: boolean) {
  const words = island.querySelector<HTMLElement>('[role=alert]');
  island.toggleAttribute('data-unanswered', isShown);
  if (words) words.textContent = (isShown && words.dataset['text']) || '';
}
