import { writeFileSync } from 'node:fs';

/** Called first by every process that the server starts. */
export function setUpChildProcess(): void {
  raiseOomScore();
  // Ctrl+C in a terminal reaches every process of its group: the server ends this one when it has drained.
  process.on('SIGINT', () => undefined);
}

/** Makes Linux kill this process before the server when the memory of the machine or the container is used up. */
function raiseOomScore(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Some containers forbid this. The process still has its own memory limit.
  }
}
