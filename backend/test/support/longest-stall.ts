/** How often the event loop is checked, in milliseconds. */
const interval = 5;

/**
 * The longest time for which running work blocks the event loop, in milliseconds of CPU time. Not by the clock, because
 * other processes may use the CPU meanwhile.
 */
export async function longestStall(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = cpuMs();
  const check = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(check, interval).unref();
  await work.finally(() => clearInterval(timer));
  check();
  return longest;
}

/**
 * The least of three rounds' longest stalls, in milliseconds of CPU time: work that blocks the event loop does so in
 * every round, a garbage collection or a busy machine lengthens one.
 */
export async function leastStall(work: (round: number) => Promise<unknown>): Promise<number> {
  const stalls: number[] = [];
  for (let round = 0; round < 3; round += 1) stalls.push(await longestStall(work(round)));
  return Math.min(...stalls);
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
