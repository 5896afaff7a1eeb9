import { raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { ForumEvent, ForumUser } from '@studio/contract/http/forum';
import { EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { invalidFields } from '../../common/errors/api-error.js';
import { entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { AuthService } from '../auth/auth.service.js';
import { ProjectHidingService } from '../projects/project-hiding.service.js';
import { ForumAccountsService } from '../users/forum-accounts.service.js';
import { type Account, UserEntity } from '../users/user.entity.js';

/** What the studio does upon an event of the forum about somebody. */
type EventHandler = (user: ForumUser, account: Account) => Promise<ProjectAudience[]>;

/** Does here what was done to people in the forum, for its webhooks (specification: Forum sign-in). */
@Injectable()
export class ForumEvents {
  readonly #acts: ReadonlyMap<string, EventHandler> = new Map<string, EventHandler>([
    ['user_logged_out', (_, account) => this.#loggedOut(account)],
    ['user_suspended', (user, account) => this.#suspended(user, account)],
    ['user_destroyed', (_, account) => this.#destroyed(account)],
    ['user_updated', (user, account) => this.#updated(user, account)],
  ]);

  constructor(
    private readonly database: Database,
    private readonly accounts: ForumAccountsService,
    private readonly auth: AuthService,
    private readonly projects: ProjectHidingService,
    private readonly audit: AuditLogService,
    private readonly events: EventPublisher,
  ) {}

  /**
   * Obeys an event, once for each body, whatever name comes with it: the signature covers nothing else. All of it is done
   * or none: one that failed comes again.
   * @param signature of its body.
   * @returns whether there was anything to do: not for other events, nor for people who have never been here.
   * @throws ApiError 400 for one of these events that tells of nobody.
   */
  async handle(name: string, signature: string, { user }: ForumEvent): Promise<boolean> {
    const act = this.#acts.get(name);
    if (!user) {
      if (act) throw invalidFields([{ path: 'user', message: 'is missing' }]);
      return false;
    }
    const hidden = await this.database.transaction(async () => {
      if (!(await this.#isNew(signature)) || !act || !isCredible(name, user)) return null;
      const account = await this.accounts.find(user.id);
      return account ? act(user, account) : null;
    });
    for (const project of hidden ?? []) this.events.publish('project.hidden', { project });
    return hidden !== null;
  }

  /** Remembers a body in the transaction of what it brings about, also one that brings nothing about under this name. */
  async #isNew(signature: string): Promise<boolean> {
    // With kysely: that it is known already must not be an error, which would undo the transaction.
    const inserted = await this.database.sql
      .insertInto('forum_events')
      .values({ signature })
      .onConflict((conflict) => conflict.doNothing())
      .returning('signature')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  async #loggedOut({ id, username }: Account): Promise<[]> {
    await this.#record(id, username, 'forum.user-logged-out', '');
    await this.auth.endSessions(id, 'You have signed out of the forum.');
    return [];
  }

  /** Nobody comes from the forum while they are suspended there: the next hand-off ends it here (`ForumLoginService`). */
  async #suspended({ suspended_till }: ForumUser, { id, username }: Account): Promise<[]> {
    await this.#set(id, { forumSuspendedAt: entityClock.now() });
    await this.#record(id, username, 'forum.user-suspended', suspended_till ? `Until ${suspended_till}` : '');
    await this.auth.endSessions(id, 'Your forum account is suspended.');
    return [];
  }

  /** The account goes 30 days later (`DestroyedAccounts`). */
  async #destroyed({ id, username }: Account): Promise<ProjectAudience[]> {
    await this.#set(id, {
      forumDestroyedAt: raw<Date>('coalesce(forum_destroyed_at, now())'),
      isAdmin: false,
    });
    await this.#record(id, username, 'forum.user-destroyed', '');
    const hidden = await this.projects.hide({ userId: id }, 'forum');
    await this.auth.endSessions(id, 'Your forum account was deleted.');
    return hidden;
  }

  async #updated({ username, email, avatar_template }: ForumUser, account: Account): Promise<[]> {
    await this.accounts.refresh(account, {
      username,
      email,
      avatar: this.accounts.pictureOf(avatar_template),
    });
    return [];
  }

  /** As one statement: whatever was done to the account since it was read stands. */
  async #set(id: string, values: Partial<Account>): Promise<void> {
    await this.database.em.nativeUpdate(UserEntity, id, values);
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

/** Whether this can be what happened: Discourse says until when somebody is suspended of nobody else. */
function isCredible(name: string, user: ForumUser): boolean {
  return name !== 'user_suspended' || Boolean(user.suspended_till);
}
