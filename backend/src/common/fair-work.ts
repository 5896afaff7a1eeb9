import { FairQueue, type QueueLimits, TimeBudget } from './fair-queue.js';

interface Options {
  /** How many items may wait. */
  limits: QueueLimits;
  /** How many items run at the same time, and how many of them for one asker. */
  atOnce: number;
  atOnceForOne: number;
  /** The error for an asker with too many waiting items. */
  refusal: () => Error;
}

/**
 * Runs work that several askers may request at the same time: once for all who wait for it, a few items at a time. It
 * is fair between the askers, and none of them can take all places.
 */
export class FairWork {
  readonly #options: Options;
  readonly #queue: FairQueue<void>;
  readonly #spent = new TimeBudget(Number.POSITIVE_INFINITY);
  readonly #running = new Map<string, number>();
  readonly #underWay = new Map<string, { result: Promise<unknown>; join(asker: string): void }>();

  constructor(options: Options) {
    this.#options = options;
    this.#queue = new FairQueue(options.limits);
  }

  /**
   * A request for work that is waiting already gets the same result, and adds a place in the line of its own asker.
   * @param key identifies the work, and so its result
   * @throws the error of `work`, or the refusal
   */
  run<Result>(key: string, asker: string, work: () => Promise<Result>): Promise<Result> {
    const underWay = this.#underWay.get(key);
    if (underWay) {
      underWay.join(asker);
      return underWay.result as Promise<Result>;
    }
    const { promise: result, resolve, reject } = Promise.withResolvers<Result>();
    let isStarted = false;
    let places = 0;
    const join = (ownerId: string) => {
      if (isStarted) return;
      places += 1;
      this.#queue.add({
        ownerId,
        start: () => {
          if (isStarted) {
            this.#ended(ownerId);
            return;
          }
          isStarted = true;
          const began = performance.now();
          work()
            .then(resolve, reject)
            .finally(() => {
              this.#spent.spend(ownerId, performance.now() - began);
              this.#ended(ownerId);
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
    join(asker);
    return result;
  }

  /** Refuses all waiting work. */
  dropAll(): void {
    this.#queue.dropAll();
  }

  #startNext(): void {
    const { atOnce, atOnceForOne } = this.#options;
    const running = () => [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    while (running() < atOnce) {
      const next = this.#queue.take(
        (asker) => (this.#running.get(asker) ?? 0) < atOnceForOne,
        (asker) => this.#spent.spentBy(asker),
      );
      if (!next) return;
      this.#running.set(next.ownerId, (this.#running.get(next.ownerId) ?? 0) + 1);
      next.start();
    }
  }

  #ended(asker: string): void {
    const others = (this.#running.get(asker) ?? 1) - 1;
    if (others > 0) this.#running.set(asker, others);
    else this.#running.delete(asker);
    queueMicrotask(() => this.#startNext());
  }
}
