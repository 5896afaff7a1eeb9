import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type DomainEvents, EventPublisher } from '../../../common/domain-events.js';
import { Database } from '../../../database/database.js';
import { audienceOf } from '../project-row.js';

type Likes = Pick<DomainEvents['project.liked'], 'likes'>;
type Counts = Pick<DomainEvents['project.counted'], 'views' | 'forkCount'>;

/** Projects whose counters were published within this time are read again with one query. */
const recheckDelayMs = 100;

/**
 * Counters are published after they are stored, so parallel changes, also in other replicas, may be published in the
 * wrong order. This reads them again a moment later, and publishes them again if they differ, so that the last event
 * is always right. With kysely: some columns of many projects.
 */
@Injectable()
export class CounterRecheck implements BeforeApplicationShutdown {
  readonly #logger = new Logger('counters');
  #published = new Map<string, Partial<Likes & Counts>>();
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    private readonly database: Database,
    private readonly events: EventPublisher,
  ) {
    events.subscribe('project.liked', ({ project, likes }) => this.#remember(project.projectId, { likes }));
    events.subscribe('project.counted', ({ project, views, forkCount }) =>
      this.#remember(project.projectId, { views, forkCount }),
    );
  }

  beforeApplicationShutdown(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #remember(projectId: string, counters: Likes | Counts): void {
    this.#published.set(projectId, { ...this.#published.get(projectId), ...counters });
    if (!this.#isOver) this.#timer ??= setTimeout(() => void this.#recheck(), recheckDelayMs);
  }

  async #recheck(): Promise<void> {
    const published = this.#published;
    this.#published = new Map();
    this.#timer = undefined;
    try {
      const stored = await this.database.sql
        .selectFrom('projects')
        .select(['id', 'user_id', 'is_public', 'is_embeddable', 'likes', 'views', 'fork_count'])
        .where('id', 'in', [...published.keys()])
        .where('deleted_at', 'is', null)
        .execute();
      for (const { likes, views, fork_count: forkCount, ...row } of stored) {
        // Published again meanwhile, so a later recheck reads it.
        if (this.#published.has(row.id)) continue;
        const was = { likes, views, forkCount, ...published.get(row.id) };
        const project = audienceOf(row);
        if (was.likes !== likes) this.events.publish('project.liked', { project, likes });
        if (was.views !== views || was.forkCount !== forkCount)
          this.events.publish('project.counted', { project, views, forkCount });
      }
    } catch (error) {
      this.#logger.warn(
        { err: error },
        `The counters of ${published.size} projects could not be read again.`,
      );
    }
  }
}
