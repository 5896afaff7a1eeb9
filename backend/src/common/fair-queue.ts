import { LRUCache } from 'lru-cache';

/** Waiting work. Its owner is the owner of a project, or whoever requested the work. */
interface Waiting<Worker> {
  ownerId: string;
  start: (worker: Worker) => void;
  /** Called instead of `start` if the queue is full and other owners have fewer waiting. */
  drop: () => void;
}

export interface QueueLimits {
  /** How many items of one owner may wait, and how many in all. */
  perOwner: number;
  total: number;
}

/**
 * Waiting work, with a line for each owner. The owner whose work has used the least time is next, so that nobody waits
 * behind an owner with much or slow work; of several such owners, the one who has waited longest.
 */
export class FairQueue<Worker> {
  readonly #lines = new Map<string, Waiting<Worker>[]>();
  readonly #limits: QueueLimits;
  #size = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds work. Beyond `perOwner` drops the owner's last item; beyond `total` the last item of the longest line. */
  add(waiting: Waiting<Worker>): void {
    const line = this.#lines.get(waiting.ownerId) ?? [];
    if (line.length === 0) this.#lines.set(waiting.ownerId, line);
    line.push(waiting);
    this.#size += 1;
    if (line.length > this.#limits.perOwner) this.#dropLast(line);
    else if (this.#size > this.#limits.total) this.#dropLast(this.#longestLine());
  }

  /** Removes and returns the next item of an owner whose work may start now. */
  take(
    mayStart: (ownerId: string) => boolean,
    spentBy: (ownerId: string) => number,
  ): Waiting<Worker> | undefined {
    let next: Waiting<Worker>[] | undefined;
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
    // To the end, behind owners who have used as little time.
    if (next.length > 0) this.#lines.set(taken.ownerId, next);
    return taken;
  }

  dropAll(): void {
    while (this.#size > 0) this.#dropLast(this.#longestLine());
  }

  #longestLine(): Waiting<Worker>[] {
    return [...this.#lines.values()].reduce((one, other) => (other.length >= one.length ? other : one));
  }

  #dropLast(line: Waiting<Worker>[]): void {
    const dropped = line.pop();
    if (!dropped) return;
    this.#size -= 1;
    if (line.length === 0) this.#lines.delete(dropped.ownerId);
    dropped.drop();
  }
}

const windowMs = 60_000;
/** How many owners are remembered: the most recent ones. */
const remembered = 10_000;

/** How much time each owner's work has used, in a window that starts with the first work. */
export class TimeBudget {
  readonly #spent = new LRUCache<string, number>({ max: remembered, ttl: windowMs, noUpdateTTL: true });
  readonly #allowedMs: number;

  /** @param allowedMs per owner and window */
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

  /** Seconds until the owner has a budget again; 0 if some is left. */
  secondsToWait(ownerId: string): number {
    if (this.spentBy(ownerId) < this.#allowedMs) return 0;
    return Math.max(1, Math.ceil(this.#spent.getRemainingTTL(ownerId) / 1_000));
  }
}
