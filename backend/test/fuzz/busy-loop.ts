/** How often the event loop is asked whether it is free, in milliseconds. */
const interval = 5;

/** The longest turn that is none too long, in milliseconds of processor time. */
export const longestTurn = 100;

/**
 * How long the event loop was kept from turning by work of this thread. Processor time is counted, not what the clock
 * says: where others have the processor too, a turn may last and yet be short.
 */
export class BusyLoop {
  #cpu = cpuMs();
  #longest = 0;
  readonly #timer = setInterval(() => this.#turn(), interval).unref();

  /** The longest turn since the last call, in milliseconds of processor time. */
  take(): number {
    this.#turn();
    const longest = this.#longest;
    this.#longest = 0;
    return longest;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #turn(): void {
    const now = cpuMs();
    this.#longest = Math.max(this.#longest, now - this.#cpu);
    this.#cpu = now;
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * A turn may be long by itself: the collector, code that is compiled. What is the work's own doing comes every time.
 * @returns null when it does not come again, else how long the turns were.
 */
export async function confirmedStall(loop: BusyLoop, work: () => Promise<unknown>): Promise<string | null> {
  const turns: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    loop.take();
    await work();
    const turn = loop.take();
    if (turn <= longestTurn) return null;
    turns.push(Math.round(turn));
  }
  return `keeps the event loop for ${turns.join(', ')} ms`;
}
