/** What the preview panel says (specification: Preview); status-texts.ts has what stands in place of a project. */

export const compiling = 'Compiling...';
export const gettingPackages = 'Getting packages...';
export const refresh = 'Refresh';
export const preview = 'Preview';
export const refreshing = 'Refreshing';
export const fullScreen = 'Full Screen';
export const stop = 'Stop';
