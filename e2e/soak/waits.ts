import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../bench/percentile.ts';

/** Waiting times in milliseconds. */
export class Waits {
  readonly #all: number[] = [];

  add(ms: number): void {
    this.#all.push(ms);
  }

  /** The wait that this share (0 to 1) did not exceed; 0 if there are none. */
  percentile(share: number): number {
    return this.#all.length === 0 ? 0 : percentile(this.#all, share);
  }

  summary(): string {
    const [median, late, longest] = [0.5, 0.99, 1].map((share) => this.percentile(share).toFixed(0));
    return `${this.#all.length} times, p50 ${median}, p99 ${late}, longest ${longest} ms`;
  }
}

/**
 * Calls each of these addresses, with pauses of 100 ms, until the signal aborts. `waited` is called with each wait in
 * milliseconds, also if no response came.
 */
export async function watchResponses(
  urls: readonly string[],
  enough: AbortSignal,
  waited: (ms: number) => void,
): Promise<void> {
  const watch = async (url: string) => {
    while (!enough.aborted) {
      const askedAt = performance.now();
      await fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
        (response) => response.text(),
        () => undefined,
      );
      waited(performance.now() - askedAt);
      await pause(100);
    }
  };
  await Promise.all(urls.map(watch));
}
