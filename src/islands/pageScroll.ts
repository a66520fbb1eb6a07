/** Whether the page is scrolled so far that the header is no longer transparent: by more than 20 px. */
export const isPageScrolled = (): boolean => scrollY > 20;

/** Sets the header's look while the page scrolls, until its island is live. */
export function followScroll(): void {
  const header = document.querySelector<HTMLElement>('[ssr] > header');
  if (header) header.dataset['scrolled'] = String(isPageScrolled());
  else removeEventListener('scroll', followScroll);
}
