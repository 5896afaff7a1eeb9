/** Texts used on every page; dialogs/texts.ts has those that are loaded with the first dialog. */

export const partNotLoaded = 'This part could not be loaded';
export const partNotLoadedText = 'Check your connection and try again, or reload the page.';
export const offline = 'You are offline. Try again once you are connected.';
export const reload = 'Reload';
export const dismiss = 'Dismiss';
export const loading = 'Loading...';
export const working = 'Working...';
