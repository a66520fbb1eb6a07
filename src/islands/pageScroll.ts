/** Gives the header its look: dark once the page is scrolled by more than 20 px. */
export function showScroll(header: string): void {
  const element = document.querySelector<HTMLElement>(header);
  if (element) element.dataset['scrolled'] = String(scrollY > 20);
}
