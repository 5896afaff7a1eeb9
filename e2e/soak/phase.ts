import { Waits } from './waits.ts';

/**
 * How much longer than a bare server `/api/health/live` may keep 99 of 100 waiting while nothing is broken (H73), in
 * milliseconds. Servers and clients share one machine: what they all wait for its processors is not a replica's doing.
 */
const longestHealthWaitMs = 100;

/** A part of the soak, with what people and the replicas' health checks met in it. */
export class Phase {
  readonly name: string;
  readonly health = new Waits();
  /** Of a bare server that was asked as often, on the same machine at the same time. */
  readonly bare = new Waits();
  readonly saves = new Waits();
  readonly answers: Record<string, number> = {};

  constructor(name: string) {
    this.name = name;
  }

  /** @param status of the answer to somebody's save, 0 where none came */
  saved(status: number, ms: number): void {
    this.saves.add(ms);
    this.answers[status] = (this.answers[status] ?? 0) + 1;
  }

  /** What must not be where no server is broken: good people refused, or a replica that does not answer. */
  findings(): string[] {
    const refused = Object.entries(this.answers).filter(([status]) => status !== '200' && status !== '409');
    const found = refused.map(([status, times]) => `${this.name}: ${times} saves were answered ${status}`);
    const wait = this.health.percentile(0.99);
    const bareWait = this.bare.percentile(0.99);
    if (wait > bareWait + longestHealthWaitMs)
      found.push(
        `${this.name}: health checks waited ${wait.toFixed(0)} ms (p99), for a bare server ${bareWait.toFixed(0)} ms`,
      );
    return found;
  }

  summary(): string {
    return `${this.name}
  saves by answer (0: none)     ${JSON.stringify(this.answers)}
  a save took                   ${this.saves.summary()}
  a health check took           ${this.health.summary()}
  a bare server took            ${this.bare.summary()}`;
  }
}
