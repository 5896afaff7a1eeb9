import { writeFileSync } from 'node:fs';

/** Has Linux end this process, and not the server, where the memory of the machine or the container is used up. */
export function raiseOomScore(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not everywhere may a process say so; the limits of its memory remain.
  }
}
