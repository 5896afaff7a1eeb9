import { Injectable } from '@nestjs/common';
import type { ManagedUser, Suspension } from '@studio/contract/http/admin';
import { EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import type { Caller } from '../../common/http/caller.js';
import { entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { AuthService } from '../auth/auth.service.js';
import { ProjectHidingService } from '../projects/project-hiding.service.js';
import { ManagedUsersService } from '../users/managed-users.service.js';
import { lockAccount, lockAdmins } from './admin-rights.js';
import { assertMaySuspend, assertStillAdmin } from './admins.policy.js';

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
    if (suspended) await this.auth.endSessions(userId, 'This account is suspended.');
    for (const project of touched)
      this.events.publish(suspended ? 'project.hidden' : 'project.unhidden', { project });
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
    const user = await lockAccount(this.database, userId);
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
