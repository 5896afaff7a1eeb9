import { Waits } from './waits.ts';

/** The longest that `/api/health/live` may keep 99 of 100 waiting while nothing is broken (H73), in milliseconds. */
const longestHealthWaitMs = 100;

/** A part of the soak, with what people and the replicas' health checks met in it. */
export class Phase {
  readonly name: string;
  readonly health = new Waits();
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
    if (wait > longestHealthWaitMs)
      found.push(`${this.name}: health checks waited ${wait.toFixed(0)} ms (p99)`);
    return found;
  }

  summary(): string {
    return `${this.name}
  saves by answer (0: none)     ${JSON.stringify(this.answers)}
  a save took                   ${this.saves.summary()}
  a health check took           ${this.health.summary()}`;
  }
}
