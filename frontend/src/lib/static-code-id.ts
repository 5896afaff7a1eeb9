/** What the page shows of a project before the app has come: an element of the page, until the app takes its place. */
export const staticCodeId = 'static-code';

/** The app's editors stand, or will not come: the early view goes. */
export function removeStaticCode(): void {
  document.getElementById(staticCodeId)?.remove();
}
