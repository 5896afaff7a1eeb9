import { Injectable } from '@nestjs/common';
import type { ManagedUser, Suspension } from '@studio/contract/http/admin';
import { sql } from 'kysely';
import { EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { notFound } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { Database } from '../../database/database.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { AuthService } from '../auth/auth.service.js';
import { ProjectHidingService } from '../projects/project-hiding.service.js';
import { ManagedUsersService } from '../users/managed-users.service.js';
import { lockAdmins } from './admin-rights.js';
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
    const user = await this.database.sql
      .updateTable('users')
      .set(
        suspended
          ? { suspended_at: sql`coalesce(suspended_at, now())`, suspension_reason: reason }
          : { suspended_at: null, suspension_reason: null },
      )
      .where('id', '=', userId)
      .$if(!suspended, (some) => some.where('suspended_at', 'is not', null))
      .returning('username')
      .executeTakeFirst();
    if (!user) return this.#assertThere(userId);
    const subject = { kind: 'user', id: userId, name: user.username } as const;
    const action = suspended ? 'user.suspended' : 'user.unsuspended';
    await this.audit.record({ actor: caller.userId, action, subject, reason });
    const theirs = { userId };
    return suspended ? this.projects.hide(theirs, 'suspension') : this.projects.unhide(theirs, 'suspension');
  }

  /** Nothing is to be done for somebody who is not suspended. @throws ApiError 404 where there is nobody. */
  async #assertThere(userId: string): Promise<[]> {
    const user = await this.database.sql.selectFrom('users').select('id').where('id', '=', userId).execute();
    if (user.length === 0) throw notFound();
    return [];
  }
}
