import { Injectable } from '@nestjs/common';
import type { ForumEvent, ForumUser } from '@studio/contract/http/forum';
import { sql } from 'kysely';
import { invalidFields } from '../../common/api-error.js';
import { EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { ago, now } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { AuthService } from '../auth/auth.service.js';
import { WithheldProjects } from '../projects/withheld-projects.service.js';
import { ForumAccountsService } from '../users/forum-accounts.service.js';
import type { UserRow } from '../users/users.service.js';

/** What the forum tells of somebody and the studio acts upon. */
type Act = (user: ForumUser, account: UserRow) => Promise<ProjectAudience[]>;

/** The forum sends an event again for some days where it had no answer. */
const rememberedMs = 30 * 86_400_000;

/** Does here what was done to people in the forum, for its webhooks (CONTRACT 5). */
@Injectable()
export class ForumEvents {
  readonly #acts: ReadonlyMap<string, Act> = new Map<string, Act>([
    ['user_logged_out', (_, account) => this.#loggedOut(account)],
    ['user_suspended', (user, account) => this.#suspended(user, account)],
    ['user_destroyed', (_, account) => this.#destroyed(account)],
    ['user_updated', (user, account) => this.#updated(user, account)],
  ]);

  constructor(
    private readonly database: Database,
    private readonly accounts: ForumAccountsService,
    private readonly auth: AuthService,
    private readonly projects: WithheldProjects,
    private readonly audit: AuditLog,
    private readonly events: EventPublisher,
  ) {}

  /**
   * Obeys an event, once for each id. All of it is done or none: one that failed comes again.
   * @returns whether there was anything to do: not for other events, nor for people who have never been here.
   * @throws ApiError 400 for one of these events that tells of nobody.
   */
  async obey(name: string, id: string | null, { user }: ForumEvent): Promise<boolean> {
    const act = this.#acts.get(name);
    if (!act) return false;
    if (!user) throw invalidFields([{ path: 'user', message: 'is missing' }]);
    const hidden = await this.database.transaction(async () => {
      const account = await this.accounts.find(user.id);
      return account && (await this.#isNew(id)) ? act(user, account) : null;
    });
    for (const project of hidden ?? []) this.events.publish('project.withheld', { project });
    return hidden !== null;
  }

  /** Forgets events that the forum will not send again. */
  @HousekeepingJob({ name: 'forum-events', cron: '17,47 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'forum_events',
      where: sql`at <= ${ago(rememberedMs)}`,
    });
  }

  /** Remembers it in the transaction of what it brings about. */
  async #isNew(id: string | null): Promise<boolean> {
    if (id === null) return true;
    const inserted = await this.database.sql
      .insertInto('forum_events')
      .values({ id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  async #loggedOut({ id, username }: UserRow): Promise<[]> {
    await this.#record(id, username, 'forum.user-logged-out', '');
    await this.auth.endSessions(id, 'You have signed out of the forum.');
    return [];
  }

  /** Nobody comes from the forum while they are suspended there: the next hand-off ends it here (`ForumLoginService`). */
  async #suspended({ suspended_till }: ForumUser, { id, username }: UserRow): Promise<[]> {
    await this.#set(id, { forum_suspended_at: now() });
    await this.#record(id, username, 'forum.user-suspended', suspended_till ? `Until ${suspended_till}` : '');
    await this.auth.endSessions(id, 'Your account is suspended in the forum.');
    return [];
  }

  /** The account goes 30 days later (`DestroyedAccounts`). */
  async #destroyed({ id, username }: UserRow): Promise<ProjectAudience[]> {
    await this.#set(id, { forum_destroyed_at: sql`coalesce(forum_destroyed_at, now())`, is_admin: false });
    await this.#record(id, username, 'forum.user-destroyed', '');
    const hidden = await this.projects.withhold({ userId: id }, 'forum');
    await this.auth.endSessions(id, 'Your account in the forum is gone.');
    return hidden;
  }

  async #updated({ username, email, avatar_template }: ForumUser, account: UserRow): Promise<[]> {
    await this.accounts.refresh(account, {
      username,
      email,
      avatar: this.accounts.pictureOf(avatar_template),
    });
    return [];
  }

  async #set(id: string, values: object): Promise<void> {
    await this.database.sql.updateTable('users').set(values).where('id', '=', id).execute();
  }

  async #record(
    id: string,
    name: string,
    action: 'forum.user-logged-out' | 'forum.user-suspended' | 'forum.user-destroyed',
    reason: string,
  ): Promise<void> {
    await this.audit.record({ actor: null, action, subject: { kind: 'user', id, name }, reason });
  }
}
