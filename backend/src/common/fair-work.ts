import { FairQueue, type QueueLimits, TimeBudget } from './fair-queue.js';

interface Options {
  /** How many items may wait. */
  limits: QueueLimits;
  /** How many items run at the same time, and how many of them for one owner. */
  maxConcurrent: number;
  maxConcurrentPerOwner: number;
  /** The error for an owner with too many waiting items. */
  refusal: () => Error;
}

/**
 * Runs work that several owners may request at the same time: once for all who wait for it, a few items at a time. It
 * is fair between the owners, and none of them can use all slots.
 */
export class FairWork {
  readonly #options: Options;
  readonly #queue: FairQueue<void>;
  readonly #spent = new TimeBudget(Number.POSITIVE_INFINITY);
  readonly #running = new Map<string, number>();
  readonly #underWay = new Map<string, { result: Promise<unknown>; join(ownerId: string): void }>();

  constructor(options: Options) {
    this.#options = options;
    this.#queue = new FairQueue(options.limits);
  }

  /**
   * A request for work that is waiting already gets the same result, and adds a place in the queue of its owner.
   * @param key identifies the work, and so its result
   * @throws the error of `work`, or the refusal
   */
  run<Result>(key: string, ownerId: string, work: () => Promise<Result>): Promise<Result> {
    const underWay = this.#underWay.get(key);
    if (underWay) {
      underWay.join(ownerId);
      return underWay.result as Promise<Result>;
    }
    const { promise: result, resolve, reject } = Promise.withResolvers<Result>();
    let isStarted = false;
    let places = 0;
    const join = (joiningId: string) => {
      if (isStarted) return;
      places += 1;
      this.#queue.add({
        ownerId: joiningId,
        start: () => {
          if (isStarted) {
            this.#ended(joiningId);
            return;
          }
          isStarted = true;
          const began = performance.now();
          work()
            .then(resolve, reject)
            .finally(() => {
              this.#spent.spend(joiningId, performance.now() - began);
              this.#ended(joiningId);
            });
        },
        drop: () => {
          places -= 1;
          if (places === 0) reject(this.#options.refusal());
        },
      });
      this.#startNext();
    };
    this.#underWay.set(key, { result, join });
    const end = () => this.#underWay.delete(key);
    result.then(end, end);
    join(ownerId);
    return result;
  }

  /** Refuses all waiting work. */
  dropAll(): void {
    this.#queue.dropAll();
  }

  #startNext(): void {
    const { maxConcurrent, maxConcurrentPerOwner } = this.#options;
    const running = () => [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    while (running() < maxConcurrent) {
      const next = this.#queue.take(
        (ownerId) => (this.#running.get(ownerId) ?? 0) < maxConcurrentPerOwner,
        (ownerId) => this.#spent.spentBy(ownerId),
      );
      if (!next) return;
      this.#running.set(next.ownerId, (this.#running.get(next.ownerId) ?? 0) + 1);
      next.start();
    }
  }

  #ended(ownerId: string): void {
    const others = (this.#running.get(ownerId) ?? 1) - 1;
    if (others > 0) this.#running.set(ownerId, others);
    else this.#running.delete(ownerId);
    queueMicrotask(() => this.#startNext());
  }
}
