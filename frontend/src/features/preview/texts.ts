/** What the preview panel says (specification: Preview); status-texts.ts has what stands in place of a project. */

/** What keeps a project from being shown. */
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
