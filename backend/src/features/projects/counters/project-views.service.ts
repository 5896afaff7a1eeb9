import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import { sql } from 'kysely';
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
import { countsAsView } from '../project.policy.js';
import { audienceOf, type ProjectRow, rightsOf } from '../project-row.js';

/** How long views wait to be written in one batch. Waiting views are lost if the process is killed. */
const batchDelayMs = 250;
/** How long a counted viewer is cached, to save queries; far below the 30 minutes in which a view counts once. */
const rememberedMs = 10_000;
const remembered = 10_000;

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
  readonly #waiting = new PendingViews();
  /** Keys: the project's id and {@link nameOf} the viewer. */
  readonly #counted = new LRUCache<string, true>({ max: remembered, ttl: rememberedMs });
  #timer: NodeJS.Timeout | undefined;
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
    this.#timer ??= setTimeout(() => void this.flush(), batchDelayMs);
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

  async #write(): Promise<void> {
    const batch = this.#waiting.all();
    if (batch.length === 0) return;
    try {
      const counted = await storeViews(this.database, batch);
      this.#waiting.remove(batch);
      for (const { views, fork_count: forkCount, ...project } of counted)
        this.events.publish('project.counted', { project: audienceOf(project), views, forkCount });
    } catch (error) {
      this.#logger.warn({ err: error }, `${batch.length} views wait for the database.`);
      this.#timer ??= setTimeout(() => void this.flush(), batchDelayMs);
    }
  }
}

/** The account's id, or the network without an account. */
function nameOf({ caller, address }: Viewer): string {
  return caller ? caller.userId : networkOf(address);
}

/** A view that is not written yet. */
export interface PendingView {
  projectId: string;
  /** Identifies the viewer within the project. */
  key: string;
}

/** Views that are not written yet, one per project and viewer. */
export class PendingViews {
  readonly #viewers = new Map<string, Set<string>>();

  has(projectId: string, key: string): boolean {
    return this.#viewers.get(projectId)?.has(key) === true;
  }

  add(projectId: string, key: string): void {
    const viewers = this.#viewers.get(projectId) ?? new Set();
    this.#viewers.set(projectId, viewers.add(key));
  }

  get size(): number {
    return [...this.#viewers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  countOf(projectId: string): number {
    return this.#viewers.get(projectId)?.size ?? 0;
  }

  all(): PendingView[] {
    return [...this.#viewers].flatMap(([projectId, keys]) => [...keys].map((key) => ({ projectId, key })));
  }

  remove(written: readonly PendingView[]): void {
    for (const { projectId, key } of written) {
      const viewers = this.#viewers.get(projectId);
      viewers?.delete(key);
      if (viewers?.size === 0) this.#viewers.delete(projectId);
    }
  }
}

/**
 * Decides in one statement which of these views count, considering those of other replicas, and counts them. Rows are
 * locked in the order of their keys, so that batches of two replicas never deadlock.
 */
export function storeViews({ sql: db }: Database, batch: readonly PendingView[]) {
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
      query
        .insertInto('project_views')
        .columns(['project_id', 'viewer', 'viewed_at'])
        .expression(
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
        )
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'viewer'])
            .doUpdateSet({ viewed_at: now() })
            .where('project_views.viewed_at', '<=', ago(durations.viewWindow)),
        )
        .returning('project_id'),
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
