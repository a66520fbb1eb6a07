/** Where an element of an island stands. */
export interface Place {
  element: Element;
  parent: Element;
  next: Element | null;
  /** Whether others may write into it: React compares no texts. */
  isText: boolean;
}

/** Where Astro has put the elements of an island, but for those in a slot, which React does not look at. */
export const placesIn = (island: Element): Place[] =>
  Array.from(island.querySelectorAll(':not(astro-slot *)'), (element) => ({
    element,
    parent: element.parentElement ?? island,
    next: element.nextElementSibling,
    isText:
      element.localName === 'astro-slot' ||
      [...element.childNodes].some(({ nodeType }) => nodeType === 3),
  }));

/**
 * Puts an island's elements back where they were, and takes out what others have put
 * between or around them: React would draw the island anew, with another field. A
 * field that only has new neighbours is not moved, so that it keeps focus and caret.
 *
 * @returns a function that puts the neighbours back
 */
export function putBack(island: Element, places: Place[]): () => void {
  const own = new Set<Node>(places.map(({ element }) => element));
  const holdsOwn = (node: Node) =>
    places.some(({ element }) => node.contains(element));
  const parents = places
    .filter(({ isText }) => !isText)
    .map(({ element }) => element);
  const others = [island, ...parents].flatMap((parent) =>
    Array.from(parent.childNodes, (node) => ({
      node,
      parent,
      next: node.nextSibling,
    })).filter(({ node }) => !own.has(node)),
  );
  const neighbours = others.filter(({ node }) => !holdsOwn(node));
  for (const { node, parent } of neighbours) parent.removeChild(node);
  for (const { element, parent, next } of [...places].reverse())
    if (element.parentElement !== parent || element.nextElementSibling !== next)
      parent.insertBefore(element, next);
  // Those that were around elements are empty now.
  for (const { node } of others) node.parentNode?.removeChild(node);

  return () => {
    for (const { node, parent, next } of neighbours.reverse())
      parent.insertBefore(node, next?.parentNode === parent ? next : null);
  };
}
