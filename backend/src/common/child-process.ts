import { writeFileSync } from 'node:fs';

/** What every process that the server starts does first. */
export function setUpChildProcess(): void {
  raiseOomScore();
  // Ctrl+C in a terminal reaches every process of its group: the server ends this one when it has drained.
  process.on('SIGINT', () => undefined);
}

/** Has Linux end this process, and not the server, where the memory of the machine or the container is used up. */
function raiseOomScore(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not everywhere may a process say so; the limits of its memory remain.
  }
}
