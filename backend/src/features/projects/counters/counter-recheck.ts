import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type DomainEvents, EventPublisher } from '../../../common/domain-events.js';
import { Database } from '../../../database/database.js';
import { audienceOf } from '../project-row.js';

type Likes = Pick<DomainEvents['project.liked'], 'likes'>;
type Counts = Pick<DomainEvents['project.counted'], 'views' | 'forkCount'>;

/** Those of one project, or of many, are looked at together. */
const recheckDelayMs = 100;

/**
 * Figures are told after they were stored, and parallel changes may overtake each other between the two, here and at
 * other replicas. So whoever told some looks at them a moment later, and tells what is stored where that is something
 * else: what is told last is right.
 */
@Injectable()
export class CounterRecheck implements BeforeApplicationShutdown {
  readonly #logger = new Logger('figures');
  #told = new Map<string, Partial<Likes & Counts>>();
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    private readonly database: Database,
    private readonly events: EventPublisher,
  ) {
    events.subscribe('project.liked', ({ project, likes }) => this.#note(project.projectId, { likes }));
    events.subscribe('project.counted', ({ project, views, forkCount }) =>
      this.#note(project.projectId, { views, forkCount }),
    );
  }

  beforeApplicationShutdown(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #note(projectId: string, figures: Likes | Counts): void {
    this.#told.set(projectId, { ...this.#told.get(projectId), ...figures });
    if (!this.#isOver) this.#timer ??= setTimeout(() => void this.#look(), recheckDelayMs);
  }

  async #look(): Promise<void> {
    const told = this.#told;
    this.#told = new Map();
    this.#timer = undefined;
    try {
      const stored = await this.database.sql
        .selectFrom('projects')
        .select(['id', 'user_id', 'is_public', 'is_embeddable', 'likes', 'views', 'fork_count'])
        .where('id', 'in', [...told.keys()])
        .where('deleted_at', 'is', null)
        .execute();
      for (const { likes, views, fork_count: forkCount, ...row } of stored) {
        // It has been told anew, and is looked at again.
        if (this.#told.has(row.id)) continue;
        const was = { likes, views, forkCount, ...told.get(row.id) };
        const project = audienceOf(row);
        if (was.likes !== likes) this.events.publish('project.liked', { project, likes });
        if (was.views !== views || was.forkCount !== forkCount)
          this.events.publish('project.counted', { project, views, forkCount });
      }
    } catch (error) {
      this.#logger.warn({ err: error }, `The figures of ${told.size} projects could not be looked at again.`);
    }
  }
}
