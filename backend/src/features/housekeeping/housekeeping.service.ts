import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { Cron } from 'croner';
import { HousekeepingJob, type JobSchedule } from '../../common/housekeeping-job.js';
import { JobLock } from '../../database/advisory-locks.js';
import { MetricsService } from '../metrics/metrics.service.js';

/** A job and its schedule. */
export interface Job extends JobSchedule {
  run(signal: AbortSignal): Promise<void>;
}

interface ScheduledJob extends Job {
  timer: Cron;
  /** Time between two runs, and the time limit of a run. */
  intervalMs: number;
}

/** How long an aborted job may take to stop. */
const graceMs = 2_000;

/**
 * Runs all methods with `@HousekeepingJob`, each with its own schedule, lock and time limit, so that none waits for
 * another (ADR 33). Only one replica runs a job at a time.
 */
@Injectable()
export class HousekeepingService implements BeforeApplicationShutdown {
  readonly #logger = new Logger('housekeeping');
  readonly #jobs = new Map<string, ScheduledJob>();
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<boolean>>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly lock: JobLock,
    private readonly metrics: MetricsService,
  ) {}

  /** Schedules all jobs. The database must be migrated. */
  start(): void {
    for (const job of this.#discover()) this.schedule(job);
  }

  /** Schedules a job. @throws if another has the same name. */
  schedule(job: Job): void {
    const { name, cron, atStart } = job;
    if (this.#jobs.has(name)) throw new Error(`Two jobs of housekeeping are called ${name}`);
    const timer = new Cron(cron, { timezone: 'UTC', protect: true, unref: true }, async () => {
      await this.run(name);
    });
    const [next, after] = timer.nextRuns(2);
    if (!next || !after) throw new Error(`${name} never runs twice by ${cron}`);
    const intervalMs = after.getTime() - next.getTime();
    this.#jobs.set(name, { ...job, timer, intervalMs });
    this.metrics.housekeepingInterval.set({ task: name }, intervalMs / 1_000);
    // Counts as a success, so that the alert does not fire before the first run.
    this.metrics.housekeepingSuccess.set({ task: name }, Date.now() / 1_000);
    if (atStart) void this.run(name);
  }

  /** How many jobs are running in this process. */
  get pending(): number {
    return this.#running.size;
  }

  /**
   * Runs a job now, unless another process does. Errors are logged.
   * @returns whether it was completed here.
   */
  async run(name: string): Promise<boolean> {
    const job = this.#jobs.get(name);
    if (!job) throw new Error(`There is no job of housekeeping called ${name}`);
    const running = this.#attempt(job);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const { timer } of this.#jobs.values()) timer.stop();
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  async #attempt({ name, intervalMs, run }: ScheduledJob): Promise<boolean> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(intervalMs)]);
    try {
      const isRun = await this.lock.runIfFree(name, () => untilAborted(signal, run(signal)));
      if (isRun) this.metrics.housekeepingSuccess.set({ task: name }, Date.now() / 1_000);
      return isRun;
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#logger.error({ err: error, job: name }, `${name} failed.`);
      return false;
    }
  }

  #discover(): Job[] {
    return this.discovery.getProviders().flatMap(({ instance }) => {
      const provider: unknown = instance;
      if (typeof provider !== 'object' || provider === null) return [];
      const names = this.scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object);
      return names.flatMap((name) => {
        const method: unknown = Reflect.get(provider, name);
        const schedule = isRun(method) && this.reflector.get(HousekeepingJob, method);
        return schedule ? [{ ...schedule, run: (signal) => method.call(provider, signal) }] : [];
      });
    });
  }
}

function isRun(value: unknown): value is Job['run'] {
  return typeof value === 'function';
}

/**
 * Waits for the work, but after the signal only for the grace period.
 * @throws the signal's reason if it did not stop.
 */
async function untilAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  const { promise: abandoned, reject: abandon } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => abandon(signal.reason), graceMs);
  };
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  try {
    await Promise.race([work, abandoned]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', wait);
  }
}
