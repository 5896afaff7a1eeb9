/** What the preview panel says (SPEC 2 Preview panel); state-texts.ts has what stands in place of a project. */

export const compiling = 'Compiling...';
export const stop = 'Stop';
export const refresh = 'Refresh';
export const run = 'Run';
export const changedSince = 'The code has changed since the last run';
export const buildError = 'Build error';
export const showInEditor = 'Show in the editor';
export const preview = 'Preview';
export const refreshing = 'Refreshing';
export const fullScreen = 'Full Screen';
