/** Where an element of an island stands. */
interface Place {
  element: Element;
  parent: Element;
  next: Element | null;
}

/** Where Astro has put the elements of an island, but for those in a slot, which React does not look at. */
export const placesIn = (island: Element): Place[] =>
  Array.from(island.querySelectorAll(':not(astro-slot *)'), (element) => ({
    element,
    parent: element.parentElement ?? island,
    next: element.nextElementSibling,
  }));

/**
 * Puts an island's elements back where they were, and takes out what others have put
 * between or around them: React would draw the island anew, with another field. A
 * field that only has new neighbours is not moved, so that it keeps focus and caret.
 */
export function putBack(places: Place[]): void {
  const own = new Set<Node>(places.map(({ element }) => element));
  const parents = new Set(places.map(({ parent }) => parent));
  const others = [...parents].flatMap(({ childNodes }) =>
    [...childNodes].filter((node) => !own.has(node)),
  );
  const holdsOwn = (node: Node) =>
    places.some(({ element }) => node.contains(element));
  for (const other of others)
    if (!holdsOwn(other)) other.parentNode?.removeChild(other);
  for (const { element, parent, next } of [...places].reverse())
    if (element.parentElement !== parent || element.nextElementSibling !== next)
      parent.insertBefore(element, next);
  for (const other of others) other.parentNode?.removeChild(other);
}
