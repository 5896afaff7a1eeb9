import { Injectable } from '@nestjs/common';
import type { ManagedUser, Suspension } from '@studio/contract/http/admin';
import { EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { notFound } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { ActivityService } from '../activity/activity.service.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { AuthService } from '../auth/auth.service.js';
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
  assertStillAdmin,
} from './admins.policy.js';

/** Who is an admin. */
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
   * Grants the right or revokes it; what is so already stays so, and is not put on record again.
   * @throws ApiError 404, 403 where the caller is no admin any more, 409 `first_admin`, `last_admin`, `suspended`.
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
    // First, so that whoever is no admin any more hears nothing of it.
    this.database.afterCommit(() => this.events.publish('user.role-changed', { userId }));
    await this.activity.recordAndPublish({ type: 'user-admin-changed', actor: caller.userId, subject });
  }
}

/**
 * Locks all admins, as the first step of a transaction that changes who is one, so that such changes follow each other.
 * With kysely: several rows are locked in the order of their ids.
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

/** Accounts that may not sign in, and whose projects nobody else sees meanwhile. */
@Injectable()
export class Suspensions {
  constructor(
    private readonly database: Database,
    private readonly users: ManagedUsersService,
    private readonly projects: ProjectHidingService,
    private readonly auth: AuthService,
    private readonly audit: AuditLogService,
    private readonly events: EventPublisher,
  ) {}

  /**
   * Suspends an account, or gives a suspended one a new reason; or lets it back in, with its projects as they were.
   * @throws ApiError 404, 403 where the caller is no admin any more, 409 `is_admin`.
   */
  async set(caller: Caller, userId: string, suspension: Suspension): Promise<ManagedUser> {
    const touched = await this.database.transaction(() => this.#change(caller, userId, suspension));
    const { suspended } = suspension;
    // First: events are delivered later where the store of the sessions is away, and a second attempt would have none.
    for (const project of touched)
      this.events.publish(suspended ? 'project.hidden' : 'project.unhidden', { project });
    if (suspended) await this.auth.endSessions(userId, 'This account is suspended.');
    return this.users.find(userId);
  }

  async #change(
    caller: Caller,
    userId: string,
    { suspended, reason }: Suspension,
  ): Promise<ProjectAudience[]> {
    const admins = await lockAdmins(this.database);
    assertStillAdmin(admins, caller.userId);
    if (suspended) assertMaySuspend(admins, userId);
    const user = await lockExistingAccount(this.database, userId);
    if (!suspended && !user.suspendedAt) return [];
    user.suspendedAt = suspended ? (user.suspendedAt ?? entityClock.now()) : null;
    user.suspensionReason = suspended ? reason : null;
    // Whoever publishes meanwhile finds this out by the account, before the projects are looked at.
    await this.database.em.flush();
    const subject = { kind: 'user', id: userId, name: user.username } as const;
    const action = suspended ? 'user.suspended' : 'user.unsuspended';
    await this.audit.record({ actor: caller.userId, action, subject, reason });
    const theirs = { userId };
    return suspended ? this.projects.hide(theirs, 'suspension') : this.projects.unhide(theirs, 'suspension');
  }
}

/** Projects that an admin deletes permanently. */
@Injectable()
export class ProjectDeletion {
  constructor(
    private readonly database: Database,
    private readonly projects: ModeratedProjectsService,
    private readonly audit: AuditLogService,
    private readonly activity: ActivityService,
    private readonly events: EventPublisher,
  ) {}

  /** Anybody's, from the trash as well. @throws ApiError 404 where it is gone already. */
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
