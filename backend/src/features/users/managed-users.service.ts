import { Injectable } from '@nestjs/common';
import type { ManagedUser, UserSort, UsersQuery } from '@studio/contract/http/admin';
import type { Page } from '@studio/contract/http/paging';
import { type SelectQueryBuilder, sql } from 'kysely';
import { readPage } from '../../common/read-page.js';
import { toIsoTime } from '../../common/text-format.js';
import { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { presentAvatar } from './user-avatars.js';

type Matching = SelectQueryBuilder<Tables, 'users', object>;

/** Accounts as admins see them. With kysely: a page of some columns, with counts. */
@Injectable()
export class ManagedUsersService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** `search` is a literal substring of name or email, without regard to case. */
  async list(query: UsersQuery): Promise<Page<ManagedUser>> {
    const { search, sortBy } = query;
    const matching = this.database.sql
      .selectFrom('users')
      .$if(search !== undefined && search !== '', (some) =>
        some.where(
          sql<boolean>`(strpos(lower(username), lower(${search})) > 0 or strpos(lower(email), lower(${search})) > 0)`,
        ),
      );
    const ordered = managed(orders[sortBy](matching));
    const count = async () =>
      (await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()).total;
    return readPage(query, count, async ({ limit, offset }) =>
      (await ordered.limit(limit).offset(offset).execute()).map((row) => this.#present(row)),
    );
  }

  /** An account that exists. */
  async find(id: string): Promise<ManagedUser> {
    const one = this.database.sql.selectFrom('users').where('users.id', '=', id);
    return this.#present(await managed(one).executeTakeFirstOrThrow());
  }

  #present(row: ManagedRow): ManagedUser {
    return {
      id: row.id,
      username: row.username,
      email: row.email,
      avatar: presentAvatar(this.config, row.avatar),
      isAdmin: row.is_admin,
      isFirstAdmin: row.is_first_admin,
      fromForum: row.forum_id !== null,
      projects: row.projects,
      createdAt: toIsoTime(row.created_at),
      suspendedAt: row.suspended_at && toIsoTime(row.suspended_at),
      suspensionReason: row.suspension_reason,
      forumDestroyedAt: row.forum_destroyed_at && toIsoTime(row.forum_destroyed_at),
    };
  }
}

/** Names are unique ignoring case, so every order is total. */
const orders: Record<UserSort, (matching: Matching) => Matching> = {
  recent: (matching) => matching.orderBy('users.created_at', 'desc').orderBy('users.id'),
  alphabetical: (matching) => matching.orderBy(sql`lower(users.username)`),
  admin: (matching) => matching.orderBy('users.is_admin', 'desc').orderBy(sql`lower(users.username)`),
};

/** Never the password's hash. */
function managed(matching: Matching) {
  return matching
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.avatar',
      'users.is_admin',
      'users.forum_id',
      'users.created_at',
      'users.suspended_at',
      'users.suspension_reason',
      'users.forum_destroyed_at',
    ])
    .select(sql<boolean>`exists (select from installation where admin_id = users.id)`.as('is_first_admin'))
    .select(
      sql<number>`(select count(*)::int from projects p where p.user_id = users.id and p.deleted_at is null)`.as(
        'projects',
      ),
    );
}

type ManagedRow = Awaited<ReturnType<ReturnType<typeof managed>['execute']>>[number];
