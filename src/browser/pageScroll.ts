/** Makes the header dark if the page is scrolled by more than 20 px, else transparent. */
export function showScroll(): void {
  const header = document.querySelector<HTMLElement>('.header-bar');
  if (header) header.dataset['scrolled'] = String(scrollY > 20);
}
