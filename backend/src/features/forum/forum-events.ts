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
import { lockAccount } from '../users/users.service.js';

/** Handles a forum event about a person. @returns the projects that it has hidden; null where it does not apply. */
type EventHandler = (user: ForumUser, account: Account) => Promise<ProjectAudience[] | null>;

/** Applies to accounts what the forum's webhooks report about them (specification: Forum sign-in). */
@Injectable()
export class ForumEvents {
  readonly #acts: ReadonlyMap<string, EventHandler> = new Map<string, EventHandler>([
    [
      'user_logged_out',
      async (user, account) => (await this.#suspended(user, account)) ?? this.#loggedOut(account),
    ],
    ['user_suspended', (user, account) => this.#suspended(user, account)],
    ['user_destroyed', (_, account) => this.#destroyed(account)],
    ['user_updated', (user, account) => this.#updated(user, account)],
  ]);
  /**
   * Handlers for events that must not be missed although another event with the same body came first (the signature
   * covers only the body). Replaying such a body achieves one sign-out, or a deletion that the next sign-in undoes.
   */
  readonly #repeatable: ReadonlyMap<string, EventHandler> = new Map<string, EventHandler>([
    ['user_logged_out', (_, account) => this.#loggedOut(account)],
    ['user_destroyed', (_, account) => this.#destroyed(account)],
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
   * Applies an event once per body, whatever its name: the signature covers only the body. What must not be missed also
   * counts after another event with its body, once: the body of a person who no longer visits the forum does not
   * change. An event is applied completely or not at all, and the forum repeats one that failed.
   * @param signature of the body.
   * @returns whether there was anything to do: false for other events, and for people without an account here.
   * @throws ApiError 400 for one of these events without a user.
   */
  async handle(name: string, signature: string, { user }: ForumEvent): Promise<boolean> {
    const act = this.#acts.get(name);
    if (!user) {
      if (act) throw invalidFields([{ path: 'user', message: 'is missing' }]);
      return false;
    }
    const hidden = await this.database.transaction(async () => {
      const isNew = await this.#isNew(signature);
      const again = this.#repeatable.get(name);
      const isFirstOfName = again !== undefined && (await this.#isNew(`${signature} ${name}`));
      const apply = isNew ? act : isFirstOfName ? again : undefined;
      const account = apply && (await this.accounts.find(user.id));
      return account ? apply(user, account) : null;
    });
    if (hidden?.length) this.events.publish('projects.hidden', { projects: hidden });
    return hidden !== null;
  }

  /** Records an event, even one without effect, in the transaction that applies it. @returns whether it was new. */
  async #isNew(signature: string): Promise<boolean> {
    // With kysely: a duplicate must not be an error, which would roll back the transaction.
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

  /**
   * The forum signs in no suspended person, so the next hand-off ends the suspension here (`ForumLoginService`).
   * Decided by the signed body, not by the event's name: a suspension is first reported as a sign-out, which may have
   * the same body. @returns null where the body names no suspension that still lasts.
   */
  async #suspended({ suspended_till }: ForumUser, { id, username }: Account): Promise<[] | null> {
    const lasts = Date.parse(suspended_till ?? '') > (await this.database.now()).getTime();
    if (!lasts) return null;
    await this.#set(id, { forumSuspendedAt: entityClock.now() });
    await this.#record(id, username, 'forum.user-suspended', `Until ${suspended_till}`);
    await this.auth.endSessions(id, 'Your forum account is suspended.');
    return [];
  }

  /** The account is removed 30 days later (`DestroyedAccounts`), unless the forum signs it in (`RestoredAccounts`). */
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

  /**
   * Ordered by when the forum had last seen the person, which is signed: numbers of events are not, and a repeated event
   * may have a new one. @returns null for an update that is older than one that was applied.
   */
  async #updated(
    { username, email, avatar_template, last_seen_at }: ForumUser,
    { id }: Account,
  ): Promise<[] | null> {
    // Locked, because two updates may arrive at once.
    const account = await lockAccount(this.database, id);
    if (!account) return null;
    const seen = last_seen_at === undefined ? null : new Date(last_seen_at);
    if (seen && account.forumSeenAt && seen < account.forumSeenAt) return null;
    account.forumSeenAt = seen ?? account.forumSeenAt;
    await this.accounts.refresh(account, {
      username,
      email,
      avatar: this.accounts.pictureOf(avatar_template),
    });
    return [];
  }

  /** In one statement, so that it keeps changes of other columns since the account was read. */
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
