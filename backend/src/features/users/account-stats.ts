import { Injectable } from '@nestjs/common';
import type { UserStats } from '@studio/contract/http/users';
import { sql } from 'kysely';
import type { Caller } from '../../common/http/caller.js';
import { Database } from '../../database/database.js';
import { AssetsService } from '../assets/assets.service.js';

/** Totals of an account's projects and files. With kysely: sums over rows. */
@Injectable()
export class AccountStats {
  constructor(
    private readonly database: Database,
    private readonly assets: AssetsService,
  ) {}

  async read(caller: Caller): Promise<UserStats> {
    const counted = await this.database.sql
      .selectFrom('projects')
      .select([
        sql<number>`count(*)::int`.as('projects'),
        sql<number>`(count(*) filter (where is_public))::int`.as('publicProjects'),
        sql<number>`coalesce(sum(likes), 0)::int`.as('likesReceived'),
        sql<number>`coalesce(sum(views), 0)::int`.as('views'),
        sql<number>`coalesce(sum(fork_count), 0)::int`.as('forks'),
      ])
      .where('user_id', '=', caller.userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    const { totalUsed, totalLimit, assetCount } = await this.assets.storage(caller);
    return { ...counted, storage: { totalUsed, totalLimit, assetCount } };
  }
}
