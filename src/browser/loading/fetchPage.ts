/**
 * Fetches the page, before the browser loads the page anew: offline, a page load would replace the page
 * by an error page of the browser.
 *
 * @param timeLimit resolves when the page is given up
 * @returns whether the page has come
 */
export async function fetchPage(
  timeLimit: Promise<undefined>,
): Promise<boolean> {
  try {
    // An add-on may have replaced `fetch` by a function that throws.
    const page = await Promise.race([fetch(''), timeLimit]);
    return page?.ok ?? false;
  } catch {
    return false;
  }
}
