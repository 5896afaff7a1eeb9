/** The property of `window` that holds what guarded loops ask. */
export const loopRuntime = '__studioLoop';

export interface LoopRuntime {
  /** True when code has run for so long without a pause that it must be a loop without end. */
  isLate(): boolean;
  /** What the loop that starts on this line then throws. */
  stop(line: number): Error;
}
