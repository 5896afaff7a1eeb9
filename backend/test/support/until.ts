import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until something is so; the test's own time limit is the limit. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}
