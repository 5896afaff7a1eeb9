/** Texts shown instead of an invisible project, below an outdated one, and around one in Full Screen. */

export const paused = 'This project did not respond last time';
export const pausedText = 'It was not started. Press Run or change the code to start it.';
export const foreign = 'This code comes from another page';
export const foreignText = 'It has not run yet. Read it, then press Run.';
export const stopped = 'Stopped';
export const stoppedText = 'Press Run or change the code to start it again.';
export const crashed = 'The page crashed';
export const crashedText = 'It may have run out of memory. Press Run or change the code to start it again.';
export const failed = 'The preview could not start';
export const failedText = 'The preview server does not respond. The studio tries again every few seconds.';

export const run = 'Run';
export const changedSince = 'The code has changed since the last run';
export const buildError = 'Build error';
export const showInEditor = 'Show in the editor';
export const refresh = 'Refresh';
