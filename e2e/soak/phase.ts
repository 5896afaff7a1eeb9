import { Waits } from './waits.ts';

/**
 * By how many ms the p99 of `/api/health/live` may exceed that of a bare server while no server fails (H73). The bare
 * server accounts for the time that all wait for the shared machine's processors.
 */
const maxHealthWaitMs = 100;

/** A part of the soak, with the results of users' saves and of health checks. */
export class Phase {
  readonly name: string;
  readonly health = new Waits();
  /** Waits for a bare server that was called as often at the same time. */
  readonly bare = new Waits();
  readonly saves = new Waits();
  readonly responses: Record<string, number> = {};

  constructor(name: string) {
    this.name = name;
  }

  /** @param status of the response to a save; 0 without a response */
  saved(status: number, ms: number): void {
    this.saves.add(ms);
    this.responses[status] = (this.responses[status] ?? 0) + 1;
  }

  /** Faults if no server fails in this phase: refused saves, or health checks that take too long. */
  findings(): string[] {
    const refused = Object.entries(this.responses).filter(([status]) => status !== '200' && status !== '409');
    const found = refused.map(([status, times]) => `${this.name}: ${times} saves were answered ${status}`);
    const wait = this.health.percentile(0.99);
    const bareWait = this.bare.percentile(0.99);
    if (wait > bareWait + maxHealthWaitMs)
      found.push(
        `${this.name}: health checks waited ${wait.toFixed(0)} ms (p99), for a bare server ${bareWait.toFixed(0)} ms`,
      );
    return found;
  }

  summary(): string {
    return `${this.name}
  saves by answer (0: none)     ${JSON.stringify(this.responses)}
  a save took                   ${this.saves.summary()}
  a health check took           ${this.health.summary()}
  a bare server took            ${this.bare.summary()}`;
  }
}
