/**
 * The name of the function on `window` that guarded loops call with their line. It throws if they run for too long. Its
 * property `limit` is the longest time (ms) without a pause.
 */
export const loopHook = '__studioLoop';

/** What `insertLoopChecks` puts around a loop and into it, with `$turns`, or that with a number, as the counter. */
export const loopChecks =
  /\{let \$turns\d*=0;|(?:\/\*\$turns\d*\*\/\{)?if\(!\(\+\+\$turns\d*&1023\)\)globalThis\.__studioLoop\?\.\(\d+\);|\}\/\*\$turns\d*\*\//g;
