import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import { type Expression, type QueryCreator, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { EventPublisher } from '../../../common/domain-events.js';
import { HousekeepingJob } from '../../../common/housekeeping-job.js';
import type { Viewer } from '../../../common/http/caller.js';
import { networkOf } from '../../../common/http/caller.js';
import { derivedKey, keyedHash, signingKey } from '../../../common/signing-key.js';
import { Config } from '../../../config/config.js';
import { ago, now } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { deleteInBatches } from '../../../database/delete-in-batches.js';
import type { Tables } from '../../../database/tables.js';
import { countsAsView } from '../project.policy.js';
import { audienceOf, type ProjectRow, rightsOf } from '../project-row.js';
import { type PendingView, PendingViews } from './pending-views.js';

/** How long views wait to be written in one batch. Waiting views are lost if the process is killed. */
const batchDelayMs = 250;
/** The longest wait before the next try, while they cannot be written. It doubles from try to try. */
const maxDelayMs = 8_000;
/** How many are written by one statement: a second of views at the highest rate. */
const maxPerBatch = 1_000;
/** How many may wait, some 20 MB; of more, the oldest are lost. */
const maxWaiting = 100_000;
/** How long a counted viewer is cached, to save queries; far below the 30 minutes in which a view counts once. */
const cachedMs = 10_000;
const maxCached = 10_000;

/** The fields of a project that counting a view needs. */
export type ViewedProject = Pick<ProjectRow, 'id' | 'user_id' | 'is_public' | 'is_embeddable' | 'views'>;

/**
 * Views, counted once per viewer and project in 30 minutes (specification: Likes and views), and written in batches
 * (ADR 16). Everybody without an account in a network is one viewer, as for budgets (ADR 27). With kysely: one
 * statement per batch.
 */
@Injectable()
export class ProjectViewsService implements BeforeApplicationShutdown {
  readonly #logger = new Logger('views');
  readonly #key: Buffer;
  readonly #waiting = new PendingViews(maxWaiting);
  /** Keys: the project's id and {@link nameOf} the viewer. */
  readonly #counted = new LRUCache<string, true>({ max: maxCached, ttl: cachedMs });
  #timer: NodeJS.Timeout | undefined;
  #delayMs = batchDelayMs;
  /** Batches are written one after another. */
  #writing = Promise.resolve();

  constructor(
    config: Config,
    private readonly database: Database,
    private readonly events: EventPublisher,
  ) {
    this.#key = derivedKey(signingKey(config), 'viewers');
  }

  /**
   * Counts this view if it is to be counted.
   * @returns the project's views including it, as far as this process knows.
   */
  async count(project: ViewedProject, viewer: Viewer): Promise<number> {
    const { id, views } = project;
    const viewing = `${id} ${nameOf(viewer)}`;
    const counts = !viewer.headersOnly && countsAsView(rightsOf(project), viewer.caller);
    if (counts && !this.#counted.has(viewing)) {
      const key = this.#keyOf(id, viewer);
      if (!this.#waiting.has(id, key)) {
        if (await this.#isCounted(id, key)) this.#counted.set(viewing, true);
        else this.#add(id, key);
      }
    }
    return views + this.#waiting.countOf(id);
  }

  /** The number of views that are not written yet. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Writes the last views: no calls are under way any more. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Writes waiting views. @throws never: views that could not be written keep waiting. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Deletes views that are older than 30 minutes. */
  @HousekeepingJob({ name: 'project-views', cron: '11,41 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'project_views',
      where: sql`viewed_at <= ${ago(durations.viewWindow)}`,
    });
  }

  /** The stored key of a viewer: an account's id, or a hash of project and network. No address is stored. */
  #keyOf(projectId: string, viewer: Viewer): string {
    return viewer.caller ? nameOf(viewer) : keyedHash(this.#key, `${projectId} ${nameOf(viewer)}`);
  }

  #add(projectId: string, key: string): void {
    this.#waiting.add(projectId, key);
    this.#flushLater();
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => void this.flush(), this.#delayMs);
  }

  async #isCounted(projectId: string, key: string): Promise<boolean> {
    const counted = await this.database.sql
      .selectFrom('project_views')
      .select('viewer')
      .where('project_id', '=', projectId)
      .where('viewer', '=', key)
      .where('viewed_at', '>', ago(durations.viewWindow))
      .executeTakeFirst();
    return counted !== undefined;
  }

  /** Writes the views that wait now. Logs the first failure and the end of failures, not each one. */
  async #write(): Promise<void> {
    try {
      for (let left = this.#waiting.size; left > 0; left -= maxPerBatch)
        await this.#writeBatch(this.#waiting.oldest(Math.min(left, maxPerBatch)));
      if (this.#delayMs > batchDelayMs) this.#logger.log('Views are written again.');
      this.#delayMs = batchDelayMs;
    } catch (error) {
      if (this.#delayMs === batchDelayMs)
        this.#logger.warn({ err: error }, 'Views wait because they cannot be written.');
      this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
      this.#flushLater();
    }
  }

  async #writeBatch(batch: readonly PendingView[]): Promise<void> {
    const counted = await storeViews(this.database, batch);
    this.#waiting.remove(batch);
    for (const { views, fork_count: forkCount, ...project } of counted)
      this.events.publish('project.counted', { project: audienceOf(project), views, forkCount });
  }
}

/** The account's id, or the network without an account. */
function nameOf({ caller, address }: Viewer): string {
  return caller ? caller.userId : networkOf(address);
}

/**
 * Stores views (project, viewer and time), and returns the projects of those that count: a viewer's first one in 30
 * minutes.
 */
export function insertViews(query: QueryCreator<Tables>, views: Expression<unknown>) {
  return query
    .insertInto('project_views')
    .columns(['project_id', 'viewer', 'viewed_at'])
    .expression(views)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'viewer'])
        .doUpdateSet({ viewed_at: now() })
        .where('project_views.viewed_at', '<=', ago(durations.viewWindow)),
    )
    .returning('project_id');
}

/**
 * Decides in one statement which of these views count, considering those of other replicas, and counts them. Rows are
 * locked in the order of their keys, so that batches of two replicas never deadlock.
 */
function storeViews({ sql: db }: Database, batch: readonly PendingView[]) {
  const projectIds = batch.map(({ projectId }) => projectId);
  const keys = batch.map(({ key }) => key);
  return db
    .with('locked', (query) =>
      query
        .selectFrom('projects')
        .select('id')
        .where('id', '=', sql<string>`any(${projectIds}::text[])`)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .with('counted', (query) =>
      insertViews(
        query,
        query
          .selectFrom(
            sql<{ id: string; key: string }>`unnest(${projectIds}::text[], ${keys}::text[])`.as<'seen'>(
              sql`seen(id, key)`,
            ),
          )
          .innerJoin('locked', 'locked.id', 'seen.id')
          .select(['seen.id', 'seen.key', now().as('at')])
          .orderBy('seen.id')
          .orderBy('seen.key'),
      ),
    )
    .with('sums', (query) =>
      query
        .selectFrom('counted')
        .select(['project_id', sql<number>`count(*)::int`.as('fresh')])
        .groupBy('project_id'),
    )
    .updateTable('projects')
    .from('sums')
    .whereRef('projects.id', '=', 'sums.project_id')
    .set({ views: sql`projects.views + sums.fresh` })
    .returning([
      'projects.id',
      'projects.user_id',
      'projects.is_public',
      'projects.is_embeddable',
      'projects.views',
      'projects.fork_count',
    ])
    .execute();
}
