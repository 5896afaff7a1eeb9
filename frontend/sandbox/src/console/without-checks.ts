import { loopChecks } from '@studio/engine/script/loop-hook';
import { indexOf, method, slice } from '../runner/natives';

const match = method(RegExp.prototype, 'exec');

/** Code without the checks in its loops, as it was written. */
export function withoutChecks(code: string): string {
  if (indexOf(code, '$turns') < 0) return code;
  let written = '';
  let from = 0;
  loopChecks.lastIndex = 0;
  for (let found = match(loopChecks, code); found; found = match(loopChecks, code)) {
    written += slice(code, from, found.index);
    from = loopChecks.lastIndex;
  }
  return written + slice(code, from);
}
