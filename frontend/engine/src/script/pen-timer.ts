import { longestLoopTime, usualLoopTime } from '@studio/contract/limits';
import type { Sources } from '../source.js';
import { loopHook } from './loop-hook.js';

const mention = /\bCP\b/;

/**
 * What code from CodePen expects of its page, as markup without line ends that comes before everything else: its guard in
 * loops, by `CP.shouldStopExecution` and `CP.exitedLoop`, and `CP.PenTimer.MAX_TIME_IN_LOOP_WO_EXIT`, which sets how
 * long (ms) a loop may run. Nothing for pages that do not mention it.
 */
export function penTimer({ html, js }: Pick<Sources, 'html' | 'js'>): string {
  return mention.test(html) || mention.test(js) ? `<script>${script}</script>` : '';
}

const script = `(() => {
  const guard = window.${loopHook} ?? { limit: ${usualLoopTime} };
  window.CP = {
    PenTimer: {
      get MAX_TIME_IN_LOOP_WO_EXIT() { return guard.limit },
      set MAX_TIME_IN_LOOP_WO_EXIT(ms) { if (ms >= 1) guard.limit = Math.min(ms, ${longestLoopTime}) }
    },
    shouldStopExecution: () => false,
    exitedLoop: () => {}
  };
})()`.replace(/\n\s*/g, '');
