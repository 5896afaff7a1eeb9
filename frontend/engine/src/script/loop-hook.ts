/**
 * The function on `window` that guarded loops ask, by their line, whether they may go on. It throws when they may not. How
 * long (ms) they may run without a pause is its property `limit`.
 */
export const loopHook = '__studioLoop';
