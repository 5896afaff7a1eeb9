/** How often the event loop is asked whether it is free, in milliseconds. */
const interval = 5;

/**
 * For how many milliseconds of processor time the work, which is under way, kept the event loop at the longest. Not what
 * the clock says: where others have the processor too, a turn may last and yet be short.
 */
export async function longestStall(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = cpuMs();
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(look, interval).unref();
  await work.finally(() => clearInterval(timer));
  look();
  return longest;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
