/** The function on `window` that guarded loops ask, by their line, whether they may go on. It throws when they may not. */
export const loopHook = '__studioLoop';
