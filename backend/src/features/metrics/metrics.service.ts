import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type DomainEvents, EventPublisher } from '../../common/domain-events.js';
import { isFailure } from '../../common/errors/api-error.js';
import { routeOfRequest } from '../../common/http/request-log.js';
import { packageVersion } from '../../config/config.js';
import { Database } from '../../database/database.js';

/** From a response out of memory to a request that a proxy aborts. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The duration of an upload depends on the client's connection. */
const uploadSeconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

/** The queues of this process. */
export type Queue = 'rendering' | 'uploads' | 'housekeeping' | 'counter_writes';

/**
 * All metrics of this studio, named by Prometheus' rules, besides the defaults of the process (`process_…`,
 * `nodejs_…`, with the delay of the event loop). Each studio has a registry of its own.
 */
@Injectable()
export class MetricsService {
  readonly #registry = new Registry();
  readonly #registers = [this.#registry];

  /** By listener, method, route pattern (never an address) and status class. Its `_count` is the number of requests. */
  readonly requests = new Histogram({
    name: 'studio_http_request_duration_seconds',
    help: 'Time until a request was answered, or given up by its client.',
    labelNames: ['listener', 'method', 'route', 'status'],
    buckets: seconds,
    registers: this.#registers,
  });

  /** By outcome: `saved`, `conflict` or `failed`. */
  readonly saves = new Histogram({
    name: 'studio_save_duration_seconds',
    help: 'Time until a save of a project was stored, or not.',
    labelNames: ['outcome'],
    buckets: seconds,
    registers: this.#registers,
  });

  /** By outcome: `stored`, `refused` (the file was not acceptable) or `failed`. */
  readonly uploads = new Histogram({
    name: 'studio_upload_duration_seconds',
    help: 'Duration of uploads.',
    labelNames: ['outcome'],
    buckets: uploadSeconds,
    registers: this.#registers,
  });

  readonly uploadedBytes = new Counter({
    name: 'studio_upload_bytes_total',
    help: 'Bytes of files that were stored.',
    registers: this.#registers,
  });

  /**
   * By state: `orphaned` (no row has them), `held_back` (due for deletion, but too many to be deleted unasked),
   * `missing` (lost or changed).
   */
  readonly storageFiles = new Gauge({
    name: 'studio_storage_files',
    help: 'Files in which database and storage differ, as this process found within the last three quarters of an hour.',
    labelNames: ['state'],
    registers: this.#registers,
  });

  /** By direction and event: `in` from a page; `out` counts a broadcast once, however many sockets receive it. */
  readonly socketMessages = new Counter({
    name: 'studio_socket_messages_total',
    help: 'Socket messages received, and events broadcast.',
    labelNames: ['direction', 'event'],
    registers: this.#registers,
  });

  readonly refusedMessages = new Counter({
    name: 'studio_socket_messages_refused_total',
    help: 'Messages of replicas of another version, which this one cannot read.',
    registers: this.#registers,
  });

  /**
   * By job. The label is `task`, because `job` is Prometheus' own. Of several replicas only one runs a job, so the
   * latest time counts.
   */
  readonly housekeepingSuccess = new Gauge({
    name: 'studio_housekeeping_last_success_timestamp_seconds',
    help: 'When a job of housekeeping was last done by this process; before that, when the process began.',
    labelNames: ['task'],
    registers: this.#registers,
  });

  readonly housekeepingInterval = new Gauge({
    name: 'studio_housekeeping_interval_seconds',
    help: 'Time between two runs of a housekeeping job.',
    labelNames: ['task'],
    registers: this.#registers,
  });

  readonly #sockets: Gauge = new Gauge({
    name: 'studio_sockets_connected',
    help: 'Sockets that are connected to this process.',
    registers: this.#registers,
    collect: () => this.#sockets.set(this.#countSockets()),
  });

  readonly #queues = new Map<Queue, () => number>();
  readonly #queueLengths: Gauge<'queue'> = new Gauge({
    name: 'studio_queue_length',
    help: 'What waits in this process, or is under way.',
    labelNames: ['queue'],
    registers: this.#registers,
    collect: () => {
      for (const [queue, length] of this.#queues) this.#queueLengths.set({ queue }, length());
    },
  });

  readonly #connections: Gauge<'state'> = new Gauge({
    name: 'studio_database_connections',
    help: 'Connections to the database.',
    labelNames: ['state'],
    registers: this.#registers,
    collect: async () => {
      const { used, idle, waiting } = await this.database.pool();
      this.#connections.set({ state: 'used' }, used);
      this.#connections.set({ state: 'idle' }, idle);
      this.#waiting.set(waiting);
    },
  });

  readonly #waiting = new Gauge({
    name: 'studio_database_waiting',
    help: 'Queries that wait for a connection to the database.',
    registers: this.#registers,
  });

  #countSockets = () => 0;

  constructor(private readonly database: Database) {
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: 'studio_build_info',
      help: 'Always 1; the labels say what runs.',
      labelNames: ['version', 'node'],
      registers: this.#registers,
    }).set({ version: packageVersion(), node: process.versions.node }, 1);
  }

  /** Registers a function that returns the length of a queue. It is called whenever the metrics are read. */
  watchQueue(queue: Queue, length: () => number): void {
    this.#queues.set(queue, length);
  }

  /** Registers the function that returns the number of sockets. It is called whenever the metrics are read. */
  watchSockets(count: () => number): void {
    this.#countSockets = count;
  }

  /** All metrics as they are now, in Prometheus' text format. */
  read(): Promise<string> {
    return this.#registry.metrics();
  }
}

/**
 * How long the result of a comparison of the storage counts: longer than until the next one, in half an hour, which
 * another replica may make.
 */
export const comparisonCountsMs = 45 * 60_000;

/** Records metrics from domain events. */
@Injectable()
export class DomainMetrics implements OnModuleInit {
  constructor(
    private readonly events: EventPublisher,
    private readonly metrics: MetricsService,
  ) {}

  onModuleInit(): void {
    this.events.subscribe('project.save-ended', ({ outcome, seconds }) =>
      this.metrics.saves.observe({ outcome }, seconds),
    );
    this.events.subscribe('asset.upload-ended', ({ outcome, bytes, seconds }) => {
      this.metrics.uploads.observe({ outcome }, seconds);
      this.metrics.uploadedBytes.inc(bytes);
    });
    const show = ({ orphans, deleted, heldBack, missing }: DomainEvents['storage.compared']) => {
      this.metrics.storageFiles.set({ state: 'orphaned' }, orphans - deleted);
      this.metrics.storageFiles.set({ state: 'held_back' }, heldBack);
      this.metrics.storageFiles.set({ state: 'missing' }, missing);
    };
    const showNothing = () => show({ orphans: 0, deleted: 0, heldBack: 0, missing: 0 });
    let outdated: NodeJS.Timeout | undefined;
    // Until the first comparison, too, so that the series exist.
    showNothing();
    this.events.subscribe('storage.compared', (compared) => {
      show(compared);
      clearTimeout(outdated);
      outdated = setTimeout(showNothing, comparisonCountsMs).unref();
    });
  }
}

const measured = new WeakSet<ServerResponse>();

/** Measures a request of a listener, from its headers to the end of its response. Further calls for it do nothing. */
export function measureRequest(
  metrics: MetricsService,
  listener: 'app' | 'sandbox',
  request: IncomingMessage,
  response: ServerResponse,
  began = performance.now(),
): void {
  if (measured.has(response)) return;
  measured.add(response);
  response.once('close', () => {
    const { statusCode } = response;
    // Refusals count as 4xx, because alerts count 5xx as failures.
    const isRefusal = statusCode >= 500 && !isFailure(statusCode);
    const status = isRefusal ? '4xx' : `${Math.trunc(statusCode / 100)}xx`;
    const labels = { listener, method: request.method ?? '', route: routeOfRequest(request), status };
    metrics.requests.observe(labels, (performance.now() - began) / 1_000);
  });
}
