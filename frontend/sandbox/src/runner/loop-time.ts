import type { LoopHook } from './loop-limit';
import { tellAtOnce } from './port';

const { defineProperty } = Object;

/** Tells the app when the page lets its loops run for another time than usual: until then it is no hang. */
export function tellLoopTime(hook: LoopHook): void {
  let { limit } = hook;
  defineProperty(hook, 'limit', {
    get: () => limit,
    set(ms: number) {
      if (ms === limit) return;
      limit = ms;
      tellAtOnce({ type: 'studio:loop-time', ms });
    },
  });
}
