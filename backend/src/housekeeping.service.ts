import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { EventPublisher } from './common/domain-events.js';
import { AdvisoryLock } from './database/advisory-lock.js';
import { Database } from './database/database.js';
import { Activity } from './features/activity/activity.service.js';
import { AssetReconcilerService } from './features/assets/asset-reconciler.service.js';
import { KnownNetworks } from './features/auth/known-networks.service.js';
import { DestroyedAccounts } from './features/forum/destroyed-accounts.service.js';
import { ForumEvents } from './features/forum/forum-events.service.js';
import { ProjectCreation } from './features/projects/project-creation.js';
import { ProjectViews } from './features/projects/project-views.js';
import { ProjectsService } from './features/projects/projects.service.js';
import { SessionStore } from './ports/session-store.js';
import { UsedTokens } from './ports/used-tokens.js';

const everyMs = 30 * 60_000;

/** Throws away what has had its time: expired sessions and tokens, networks where nobody is any more, old views and keys, projects long in the trash, what moderators were told, accounts that the forum has destroyed, files that nobody has. One replica at a time does it. */
@Injectable()
export class HousekeepingService implements BeforeApplicationShutdown {
  readonly #logger = new Logger('housekeeping');
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  /** What is being done in the background, one after another. */
  #work: Promise<unknown> = Promise.resolve();
  #pending = 0;

  constructor(
    private readonly sessions: SessionStore,
    private readonly usedTokens: UsedTokens,
    private readonly networks: KnownNetworks,
    private readonly projects: ProjectsService,
    private readonly creation: ProjectCreation,
    private readonly views: ProjectViews,
    private readonly activity: Activity,
    private readonly forumEvents: ForumEvents,
    private readonly destroyed: DestroyedAccounts,
    private readonly assets: AssetReconcilerService,
    private readonly events: EventPublisher,
    private readonly database: Database,
    private readonly lock: AdvisoryLock,
  ) {}

  /** Begins, in the background, with what a process that was killed has left behind. The database must be up to date. */
  start(): void {
    this.#inBackground(() => this.#reconcile());
    this.#timer = setInterval(() => this.#inBackground(() => this.tidy()), everyMs);
  }

  /** How many rounds are under way or wait for the one before. */
  get pending(): number {
    return this.#pending;
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#work;
  }

  async tidy(): Promise<void> {
    for (const sessionId of await this.sessions.prune())
      this.events.publish('session.revoked', { sessionId, reason: 'The session has expired.' });
    await this.usedTokens.prune();
    await this.networks.prune();
    await this.views.prune();
    await this.creation.prune();
    await this.projects.prune();
    await this.activity.prune();
    await this.forumEvents.prune();
    await this.destroyed.prune();
    await this.#reconcile();
  }

  async #reconcile(): Promise<void> {
    await this.assets.reconcile(await this.database.now(), this.#stopping.signal);
  }

  #inBackground(work: () => Promise<unknown>): void {
    this.#pending++;
    this.#work = this.#work
      .then(() => this.lock.ifFree('housekeeping', work))
      .catch((error: unknown) => {
        if (error !== this.#stopping.signal.reason) this.#logger.error({ err: error });
      })
      .finally(() => {
        this.#pending--;
      });
  }
}
