import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EventPublisher } from './common/domain-events.js';
import { ProjectCreation } from './features/projects/project-creation.js';
import { ProjectViews } from './features/projects/project-views.js';
import { ProjectsService } from './features/projects/projects.service.js';
import { SessionStore } from './ports/session-store.js';

const everyMs = 30 * 60_000;

/** Throws away what has had its time: expired sessions, old views and keys, projects long in the trash. */
@Injectable()
export class HousekeepingService implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger('housekeeping');
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: SessionStore,
    private readonly projects: ProjectsService,
    private readonly creation: ProjectCreation,
    private readonly views: ProjectViews,
    private readonly events: EventPublisher,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.tidy().catch((error: unknown) => this.#logger.error({ err: error }));
    }, everyMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  async tidy(): Promise<void> {
    for (const sessionId of await this.sessions.prune())
      this.events.publish('session.revoked', { sessionId, reason: 'The session has expired.' });
    await this.views.prune();
    await this.creation.prune();
    await this.projects.prune();
  }
}
