import { setTimeout as pause } from 'node:timers/promises';

/** Polls a condition until it is true. The time limit is that of the test. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(5);
}
