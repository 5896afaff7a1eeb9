import { LRUCache } from 'lru-cache';

/** Waiting work. Its owner is the owner of a project, or whoever requested the work. */
interface QueuedTask<Worker> {
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
 * Waiting work, with a queue for each owner. The owner whose work has used the least time is next, so that nobody waits
 * behind an owner with much or slow work; of several such owners, the one who has waited longest.
 */
export class FairQueue<Worker> {
  readonly #queues = new Map<string, QueuedTask<Worker>[]>();
  readonly #limits: QueueLimits;
  #size = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds work. Beyond `perOwner` drops the owner's last item; beyond `total` the last item of the longest queue. */
  add(waiting: QueuedTask<Worker>): void {
    const queue = this.#queues.get(waiting.ownerId) ?? [];
    if (queue.length === 0) this.#queues.set(waiting.ownerId, queue);
    queue.push(waiting);
    this.#size += 1;
    if (queue.length > this.#limits.perOwner) this.#dropLast(queue);
    else if (this.#size > this.#limits.total) this.#dropLast(this.#longestQueue());
  }

  /** Removes and returns the next item of an owner whose work may start now. */
  take(
    mayStart: (ownerId: string) => boolean,
    spentBy: (ownerId: string) => number,
  ): QueuedTask<Worker> | undefined {
    let next: QueuedTask<Worker>[] | undefined;
    let least = Infinity;
    for (const [ownerId, queue] of this.#queues) {
      if (!mayStart(ownerId) || spentBy(ownerId) >= least) continue;
      next = queue;
      least = spentBy(ownerId);
    }
    const taken = next?.shift();
    if (!taken || !next) return undefined;
    this.#size -= 1;
    this.#queues.delete(taken.ownerId);
    // To the end, behind owners who have used as little time.
    if (next.length > 0) this.#queues.set(taken.ownerId, next);
    return taken;
  }

  dropAll(): void {
    while (this.#size > 0) this.#dropLast(this.#longestQueue());
  }

  #longestQueue(): QueuedTask<Worker>[] {
    return [...this.#queues.values()].reduce((one, other) => (other.length >= one.length ? other : one));
  }

  #dropLast(queue: QueuedTask<Worker>[]): void {
    const dropped = queue.pop();
    if (!dropped) return;
    this.#size -= 1;
    if (queue.length === 0) this.#queues.delete(dropped.ownerId);
    dropped.drop();
  }
}

const windowMs = 60_000;
/** How many owners are tracked: the most recent ones. */
const maxOwners = 10_000;

/** How much time each owner's work has used, in a window that starts with the first work. */
export class TimeBudget {
  readonly #spent = new LRUCache<string, number>({ max: maxOwners, ttl: windowMs, noUpdateTTL: true });
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
