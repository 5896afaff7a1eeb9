/** Texts of entries that the studio adds to the console itself. */

export const clearIgnored = 'console.clear() was ignored because Preserve log is on';

export const runHeading = (run: number) => `Run ${run}`;
