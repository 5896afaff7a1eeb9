import type { ChangedRows } from './changed-rows.js';

/** One round of the fuzzer. What it sends follows from its number alone. */
export interface Round {
  number: number;
  rows: ChangedRows;
  tally: Tally;
}

/** What has been sent and answered, to be told at the end. */
export class Tally {
  requests = 0;
  messages = 0;
  /** Events that sockets were told. */
  told = 0;
  readonly routes = new Set<string>();
  /** Routes that have answered well at least once. */
  readonly answered = new Set<string>();
  readonly events = new Set<string>();
  readonly acknowledged = new Set<string>();
  readonly statuses = new Map<number, number>();
  readonly faults: string[] = [];
  /** Bytes that are in use after each round, when what can be thrown away is. */
  readonly memory: number[] = [];

  countAnswer(route: string, status: number): void {
    this.requests += 1;
    this.routes.add(route);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (status < 400) this.answered.add(route);
  }

  countMessage(event: string, isTaken: boolean): void {
    this.messages += 1;
    this.events.add(event);
    if (isTaken) this.acknowledged.add(event);
  }

  /** How much more is in use at the end than after the second round, when all code has run. In bytes. */
  growth(): number {
    const [, warm = 0, ...later] = this.memory;
    return (later.at(-1) ?? warm) - warm;
  }

  share(status: number): number {
    return (this.statuses.get(status) ?? 0) / this.requests;
  }

  summary(): string {
    const statuses = [...this.statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`);
    return [
      `${this.requests} requests to ${this.routes.size} routes, ${this.messages} messages of ${this.events.size} events, ${this.told} events told`,
      `statuses ${statuses.join(', ')}`,
      `${(this.growth() / 1_048_576).toFixed(1)} MiB more in use at the end`,
      `${this.faults.length} faults`,
    ].join('; ');
  }
}
