/**
 * The page's first script, inline in its head. It enables the button of a form that has
 * its texts, now and later, so that a press is the browser's own `submit`, whether it is
 * made by a mouse, a finger, Enter or a screen reader. A press that is made before its
 * island is live is kept: directive.ts, which comes later, makes it again.
 */
import { responseTimeout } from '../../settings/response-timeout';
import { buttonOf, fieldsOf, formOf, updateButton } from '../controls';
import { pressed } from './page-state';

addEventListener('input', followText, true);
// Others fill a field without any event. Then its placeholder goes, and WaitlistForm.css
// starts an animation.
addEventListener('animationstart', followText, true);
addEventListener('submit', checkForm, true);
addEventListener('click', keepClick, true);

/** The island of the form whose press is kept, and the texts that it was made with. Of presses in two forms only the last is kept. */
let pressedForm: Element;
let pressedTexts: string;

const islandOf = ({ target }: Event) =>
  target instanceof Element ? target.closest('astro-island') : null;

const textsOf = (island: Element) =>
  JSON.stringify(fieldsOf(island).map(({ value }) => value));

function followText(event: Event) {
  const island = islandOf(event);
  if (island) updateButton(island);
  if (pressedForm && textsOf(pressedForm) !== pressedTexts)
    dropPress(pressedForm);
}

/**
 * Stops the submit of a form with an invalid field, of which the browser tells the visitor.
 * The form has `noValidate`: the browser's own check would stop at the empty copy of a
 * field that somebody has doubled. Before the island is live, a valid submit is kept.
 */
function checkForm(event: Event) {
  const island = islandOf(event);
  if (!island) return;
  const isValid = fieldsOf(island).every((field) => field.reportValidity());
  if (!isValid) event.stopImmediatePropagation();
  if (!isValid || !island.hasAttribute('ssr')) {
    dropPress(island);
    return;
  }
  if (pressedForm && pressedForm !== island) dropPress(pressedForm);
  pressedForm = island;
  pressedTexts = textsOf(island);
  keepPress(island);
}

/** Keeps a click on the button of an island without a form. */
function keepClick(event: Event) {
  const island = islandOf(event);
  if (!island || formOf(island)) return;
  if (!island.hasAttribute('ssr')) dropPress(island);
  else if (buttonOf(island)?.contains(event.target as Node)) keepPress(island);
}

/** Keeps the press of an island's button. If the island is not live in time, the press is dropped and a message shown. */
function keepPress(island: Element) {
  const button = buttonOf(island);
  // A press before a reload keeps its time.
  const time = button?.getAttribute(pressed) ?? String(Date.now());
  button?.setAttribute(pressed, time);
  button?.setAttribute('aria-busy', 'true');
  showWords(island, false);
  const giveUp = () => {
    if (button?.getAttribute(pressed) !== time) return;
    dropPress(island);
    showWords(island, true);
  };
  setTimeout(giveUp, Number(time) + responseTimeout - Date.now());
}

function dropPress(island: Element) {
  const button = buttonOf(island);
  button?.removeAttribute(pressed);
  button?.removeAttribute('aria-busy');
}

/** Shows or hides an island's message that there was no answer. */
function showWords(island: Element, isShown: boolean) {
  const words = island.querySelector<HTMLElement>('[role=alert]');
  island.toggleAttribute('data-unanswered', isShown);
  if (words) words.textContent = (isShown && words.dataset['text']) || '';
}
