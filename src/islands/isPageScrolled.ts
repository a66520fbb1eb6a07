/** Whether the page is scrolled so far that the header is no longer transparent: by more than 20 px. */
export const isPageScrolled = (): boolean => scrollY > 20;
