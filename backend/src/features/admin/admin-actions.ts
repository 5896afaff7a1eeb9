import { Injectable } from '@nestjs/common';
import type { ManagedUser, Suspension } from '@studio/contract/http/admin';
import { EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { notFound } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { ActivityService } from '../activity/activity.service.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { AuthService, suspendedMessage } from '../auth/auth.service.js';
import { SuspendedReportersService } from '../moderation/suspended-reporters.service.js';
import { ProjectHidingService } from '../projects/project-hiding.service.js';
import { ModeratedProjectsService } from '../projects/reading/moderated-projects.service.js';
import { ManagedUsersService } from '../users/managed-users.service.js';
import { type Account, InstallationEntity } from '../users/user.entity.js';
import { lockAccount } from '../users/users.service.js';
import {
  type Admins,
  assertMayGrant,
  assertMayRevoke,
  assertMaySuspend,
  assertSameSuspension,
  assertStillAdmin,
} from './admins.policy.js';

/** Grants and revokes the admin right. */
@Injectable()
export class AdminRights {
  constructor(
    private readonly database: Database,
    private readonly users: ManagedUsersService,
    private readonly audit: AuditLogService,
    private readonly activity: ActivityService,
    private readonly events: EventPublisher,
  ) {}

  /**
   * Grants or revokes the right. If nothing changes, nothing is logged.
   * @throws ApiError 404, 403 where the caller is no longer an admin, 409 `first_admin`, `last_admin`, `suspended`.
   */
  async set(caller: Caller, userId: string, isAdmin: boolean): Promise<ManagedUser> {
    await this.database.transaction(() => this.#change(caller, userId, isAdmin));
    return this.users.find(userId);
  }

  async #change(caller: Caller, userId: string, isAdmin: boolean): Promise<void> {
    const admins = await lockAdmins(this.database);
    assertStillAdmin(admins, caller.userId);
    const user = await lockExistingAccount(this.database, userId);
    if (user.isAdmin === isAdmin) return;
    if (isAdmin) assertMayGrant(user);
    else assertMayRevoke(admins, userId);
    user.isAdmin = isAdmin;
    const subject = { kind: 'user', id: userId, name: user.username } as const;
    const action = isAdmin ? 'user.admin-granted' : 'user.admin-revoked';
    await this.audit.record({ actor: caller.userId, action, subject, reason: '' });
    // Before the activity, so that a user who has lost the right does not receive that event.
    this.database.afterCommit(() => this.events.publish('user.role-changed', { userId }));
    await this.activity.recordAndPublish({ type: 'user-admin-changed', actor: caller.userId, subject });
  }
}

/**
 * Locks all admins, as the first step of a transaction that changes their number, so that such transactions run one
 * by one. With kysely: the rows are locked in the order of their ids.
 */
async function lockAdmins({ em, sql }: Database): Promise<Admins> {
  const admins = await sql
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const [installation] = await em.findAll(InstallationEntity, { limit: 1 });
  return { ids: admins.map(({ id }) => id), firstId: installation?.admin.id ?? null };
}

/** @throws ApiError 404 */
async function lockExistingAccount(database: Database, id: string): Promise<Account> {
  const account = await lockAccount(database, id);
  if (!account) throw notFound();
  return account;
}

/** Suspends accounts: they cannot sign in, and nobody but admins sees their projects. */
@Injectable()
export class Suspensions {
  constructor(
    private readonly database: Database,
    private readonly users: ManagedUsersService,
    private readonly projects: ProjectHidingService,
    private readonly auth: AuthService,
    private readonly reports: SuspendedReportersService,
    private readonly audit: AuditLogService,
    private readonly activity: ActivityService,
    private readonly events: EventPublisher,
  ) {}

  /**
   * Suspends an account and dismisses its open reports, or ends the suspension and shows its projects again. If nothing
   * changes, nothing is logged; a repeated suspension ends sessions again, since that may have failed.
   * @throws ApiError 404, 403 where the caller is no longer an admin, 409 `is_admin`, `suspended` for another reason.
   */
  async set(caller: Caller, userId: string, suspension: Suspension): Promise<ManagedUser> {
    const touched = await this.database.transaction(() => this.#change(caller, userId, suspension));
    const { suspended, reason } = suspension;
    try {
      // First, because many projects take a while to announce.
      if (suspended) await this.auth.endSessions(userId, suspendedMessage(reason));
    } finally {
      // Also where the session store is away: a second attempt would have nothing to publish.
      this.events.publish(suspended ? 'projects.hidden' : 'projects.unhidden', { projects: touched });
    }
    return this.users.find(userId);
  }

  async #change(
    caller: Caller,
    userId: string,
    { suspended, reason }: Suspension,
  ): Promise<ProjectAudience[]> {
    const admins = await lockAdmins(this.database);
    assertStillAdmin(admins, caller.userId);
    const user = await lockExistingAccount(this.database, userId);
    if (suspended) {
      assertMaySuspend(user);
      assertSameSuspension(user, reason);
    }
    if (suspended === Boolean(user.suspendedAt)) return [];
    user.suspendedAt = suspended ? entityClock.now() : null;
    user.suspensionReason = suspended ? reason : null;
    // Written before the projects are hidden: publishing checks the account, so no project can become public in
    // between.
    await this.database.em.flush();
    const subject = { kind: 'user', id: userId, name: user.username } as const;
    const action = suspended ? 'user.suspended' : 'user.unsuspended';
    await this.audit.record({ actor: caller.userId, action, subject, reason });
    const type = suspended ? 'user-suspended' : 'user-unsuspended';
    await this.activity.recordAndPublish({ type, actor: caller.userId, subject });
    if (suspended) await this.reports.dismissAllOf(userId, caller);
    const theirs = { userId };
    return suspended ? this.projects.hide(theirs, 'suspension') : this.projects.unhide(theirs, 'suspension');
  }
}

/** Lets admins delete projects permanently. */
@Injectable()
export class ProjectDeletion {
  constructor(
    private readonly database: Database,
    private readonly projects: ModeratedProjectsService,
    private readonly audit: AuditLogService,
    private readonly activity: ActivityService,
    private readonly events: EventPublisher,
  ) {}

  /** Deletes anybody's project, also from the trash. @throws ApiError 404 where it does not exist. */
  async remove(caller: Caller, id: string, reason: string): Promise<void> {
    await this.database.transaction(async () => {
      const purged = await this.projects.purge(id);
      if (!purged) throw notFound();
      const subject = { kind: 'project', id, name: purged.title } as const;
      await this.audit.record({ actor: caller.userId, action: 'project.deleted', subject, reason });
      this.database.afterCommit(() => this.events.publish('project.purged', { project: purged.project }));
      await this.activity.recordAndPublish({ type: 'project-deleted', actor: caller.userId, subject });
    });
  }
}
