/** Texts of the preview panel (specification: Preview); status-texts.ts has those shown instead of a project. */

/** Work that delays a project. */
export const works = {
  compiling: 'Compiling...',
  packages: 'Getting packages...',
  outage: 'Compilers not loaded. Trying again...',
};
export const refresh = 'Refresh';
export const preview = 'Preview';
export const refreshing = 'Refreshing';
export const fullScreen = 'Full Screen';
export const stop = 'Stop';
