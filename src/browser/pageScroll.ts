/**
 * Makes the header dark if the page is scrolled by more than 20 px, else transparent.
 *
 * @param header the selector of the header
 */
export function showScroll(header: string): void {
  const element = document.querySelector<HTMLElement>(header);
  if (element) element.dataset['scrolled'] = String(scrollY > 20);
}
