import { Reflector } from '@nestjs/core';

/** When a housekeeping job runs, and its name for the lock, log lines and metrics. */
export interface JobSchedule {
  name: string;
  /** A cron pattern, in UTC. Each job has its own minutes, to spread the load. */
  cron: string;
  /** Runs also once after the start of the studio. */
  atStart?: true;
}

/**
 * Makes a method of a provider a housekeeping job (ADR 33): `(signal: AbortSignal) => Promise<void>`. It has to stop
 * when the signal is aborted, which is at shutdown and when the next run is due. It may run twice at once, because its
 * lock is lost with its connection.
 */
export const HousekeepingJob = Reflector.createDecorator<JobSchedule>();
