import type { ServerPayload } from '@studio/contract/realtime';

type Stats = ServerPayload<'project:stats'>;

/** Milliseconds: lists are told the views and forks of one project no more often. */
const interval = 1_000;

/**
 * Bounds what open lists are told of a project that thousands look at: its numbers pass at once after a quiet interval,
 * else the newest of them at the end of the interval.
 */
export class ListStats {
  /** The projects told in the present interval, with what has changed since; null where nothing has. */
  readonly #told = new Map<string, Stats | null>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #send: (stats: Stats) => void = () => undefined;

  /** `send` is called with numbers that had to wait. */
  start(send: (stats: Stats) => void): void {
    this.#send = send;
  }

  /** Whether lists may be told now; if not, they will be told by `send`. */
  mayPass(projectId: string, stats: Stats): boolean {
    if (this.#told.has(projectId)) {
      this.#told.set(projectId, stats);
      return false;
    }
    this.#told.set(projectId, null);
    this.#timers.set(
      projectId,
      setTimeout(() => this.#endInterval(projectId), interval),
    );
    return true;
  }

  /** Nothing that waits is told of this project any more. */
  forget(projectId: string): void {
    if (this.#told.has(projectId)) this.#told.set(projectId, null);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#told.clear();
  }

  #endInterval(projectId: string): void {
    const waiting = this.#told.get(projectId);
    this.#told.delete(projectId);
    this.#timers.delete(projectId);
    if (waiting && this.mayPass(projectId, waiting)) this.#send(waiting);
  }
}
