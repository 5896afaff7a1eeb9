import { LRUCache } from 'lru-cache';
import type { CompileThread } from './compile-thread.js';

/** Somebody's project that waits for a thread. */
interface Waiting {
  ownerId: string;
  start: (thread: CompileThread) => void;
  /** Called instead of `start` where others need the place more. */
  drop: () => void;
}

export interface QueueLimits {
  /** How many of one owner's may wait, and of all together. */
  perOwner: number;
  total: number;
}

/**
 * Projects that wait for a thread, a line for each owner. Whoever has had the least compiled is next, so that nobody
 * waits behind an owner who has much or slow work; of several, whoever came first.
 */
export class CompileQueue {
  readonly #lines = new Map<string, Waiting[]>();
  readonly #limits: QueueLimits;
  #size = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /** Where the queue is full, the last of the longest line goes: this one, if its own line is the longest. */
  add(waiting: Waiting): void {
    const line = this.#lines.get(waiting.ownerId) ?? [];
    if (line.length === 0) this.#lines.set(waiting.ownerId, line);
    line.push(waiting);
    this.#size += 1;
    if (line.length > this.#limits.perOwner) this.#dropLast(line);
    else if (this.#size > this.#limits.total) this.#dropLast(this.#longestLine());
  }

  /** Takes out what is next, of the owners who may have it now. */
  take(mayStart: (ownerId: string) => boolean, spentBy: (ownerId: string) => number): Waiting | undefined {
    let next: Waiting[] | undefined;
    let least = Infinity;
    for (const [ownerId, line] of this.#lines) {
      if (!mayStart(ownerId) || spentBy(ownerId) >= least) continue;
      next = line;
      least = spentBy(ownerId);
    }
    const taken = next?.shift();
    if (!taken || !next) return undefined;
    this.#size -= 1;
    this.#lines.delete(taken.ownerId);
    // Behind those who have had as little.
    if (next.length > 0) this.#lines.set(taken.ownerId, next);
    return taken;
  }

  dropAll(): void {
    while (this.#size > 0) this.#dropLast(this.#longestLine());
  }

  #longestLine(): Waiting[] {
    return [...this.#lines.values()].reduce((one, other) => (other.length >= one.length ? other : one));
  }

  #dropLast(line: Waiting[]): void {
    const dropped = line.pop();
    if (!dropped) return;
    this.#size -= 1;
    if (line.length === 0) this.#lines.delete(dropped.ownerId);
    dropped.drop();
  }
}

const windowMs = 60_000;
/** Owners; whoever had something compiled longest ago is forgotten first. */
const remembered = 10_000;

/** For how long compilers have worked for each owner, in a window that starts with the first of their projects. */
export class CompileBudget {
  readonly #spent = new LRUCache<string, number>({ max: remembered, ttl: windowMs, noUpdateTTL: true });
  readonly #allowedMs: number;

  /** @param allowedMs in a window, for one owner */
  constructor(allowedMs: number) {
    this.#allowedMs = allowedMs;
  }

  /** Milliseconds. */
  spentBy(ownerId: string): number {
    return this.#spent.get(ownerId) ?? 0;
  }

  spend(ownerId: string, ms: number): void {
    this.#spent.set(ownerId, this.spentBy(ownerId) + ms);
  }

  /** Seconds until the owner has a budget again; 0 where there is some left. */
  secondsToWait(ownerId: string): number {
    if (this.spentBy(ownerId) < this.#allowedMs) return 0;
    return Math.max(1, Math.ceil(this.#spent.getRemainingTTL(ownerId) / 1_000));
  }
}
