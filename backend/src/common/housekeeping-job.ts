import { Reflector } from '@nestjs/core';

/** When a job of housekeeping runs, and under which name its lock, its log lines and its metrics are found. */
export interface JobSchedule {
  name: string;
  /** A cron pattern, in UTC. A minute of its own spreads the load. */
  cron: string;
  /** Also once as soon as the studio has started. */
  atStart?: true;
}

/**
 * Makes a method of a provider a job of housekeeping (ADR 33): `(signal: AbortSignal) => Promise<void>`. It has to stop
 * when the signal says so, which is at shutdown and when the next run is due, and it may run twice at once: the lock that
 * keeps others away goes with its connection.
 */
export const HousekeepingJob = Reflector.createDecorator<JobSchedule>();
