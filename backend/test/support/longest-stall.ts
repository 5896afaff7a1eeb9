import { BusyLoop } from '../fuzz/busy-loop.js';

/** For how many milliseconds of processor time the work, which is under way, kept the event loop at the longest. */
export async function longestStall(work: Promise<unknown>): Promise<number> {
  const loop = new BusyLoop();
  await work;
  const longest = loop.take();
  loop.stop();
  return longest;
}
