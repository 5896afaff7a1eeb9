/**
 * The name of the function on `window` that guarded loops call with their line. It throws if they run for too long. Its
 * property `limit` is the longest time (ms) without a pause.
 */
export const loopHook = '__studioLoop';
