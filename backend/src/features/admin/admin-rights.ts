import { Injectable } from '@nestjs/common';
import type { ManagedUser } from '@studio/contract/http/admin';
import { EventPublisher } from '../../common/domain-events.js';
import { notFound } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { Database } from '../../database/database.js';
import { ActivityService } from '../activity/activity.service.js';
import { AuditLogService } from '../audit/audit-log.service.js';
import { ManagedUsersService } from '../users/managed-users.service.js';
import { type Account, InstallationEntity, UserEntity } from '../users/user.entity.js';
import { type Admins, assertMayGrant, assertMayRevoke, assertStillAdmin } from './admins.policy.js';

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
    const user = await lockAccount(this.database, userId);
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
 * All admins, locked: acts on who is one go one after another, and each sees what the one before has left. The first
 * thing in such a transaction.
 */
export async function lockAdmins({ em, sql }: Database): Promise<Admins> {
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

/**
 * Somebody's account, locked. With kysely, because `for no key update` lets others store what refers to the account.
 * @throws ApiError 404
 */
export async function lockAccount({ em, sql }: Database, id: string): Promise<Account> {
  await sql.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const account = await em.findOne(UserEntity, id, { refresh: true });
  if (!account) throw notFound();
  return account;
}
