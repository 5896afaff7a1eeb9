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

/** Views wait so long for others, to be written with them. What waits when a process is killed is not counted. */
const batchDelayMs = 250;
/** Who comes back within this time was counted, and the database need not be asked; far below the 30 minutes. */
const rememberedMs = 10_000;
const remembered = 10_000;

/** What counting a view of a project takes. */
export type ViewedProject = Pick<ProjectRow, 'id' | 'user_id' | 'is_public' | 'is_embeddable' | 'views'>;

/**
 * Views, counted once per viewer and project in 30 minutes (specification: Likes and views), and written in batches (ADR 16). Without an
 * account all of a network are one viewer, as they are one caller to every budget (ADR 27). With kysely: a batch of
 * views is one statement.
 */
@Injectable()
export class ProjectViewsService implements BeforeApplicationShutdown {
  readonly #logger = new Logger('views');
  readonly #key: Buffer;
  readonly #waiting = new PendingViews();
  /** By the project and {@link nameOf} its viewer. */
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

  /** Counts this view where it counts. @returns the project's views with it, as far as this process knows. */
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

  /** How many views are not written yet. */
  get pending(): number {
    return this.#waiting.size;
  }

  /** Nothing that was counted is lost: by now no call is under way. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Writes what waits. @throws never: what could not be written waits on. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /** Forgets views that no longer keep another from counting. */
  @HousekeepingJob({ name: 'project-views', cron: '11,41 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'project_views',
      where: sql`viewed_at <= ${ago(durations.viewWindow)}`,
    });
  }

  /** No address is stored, only what tells one network from another on this project. */
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

/** Whose view it is. */
function nameOf({ caller, address }: Viewer): string {
  return caller ? caller.userId : networkOf(address);
}

/** Somebody's view of a project. */
export interface PendingView {
  projectId: string;
  /** Tells one viewer of the project from another. */
  key: string;
}

/** Views that are not written yet, each viewer of a project once. */
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
 * One statement decides which of them count, whatever other replicas have counted meanwhile, and counts them. Rows are
 * locked in the order of their keys, so that batches of two replicas never wait for each other both.
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
