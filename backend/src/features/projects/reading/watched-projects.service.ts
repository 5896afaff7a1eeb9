import { Injectable } from '@nestjs/common';
import type { ProjectAudience } from '../../../common/domain-events.js';
import type { Caller } from '../../../common/http/caller.js';
import { Database } from '../../../database/database.js';
import { mayWatch } from '../project.policy.js';
import { audienceOf, isLikedBy, liveLinksFor, rightsOf } from '../project-row.js';

interface ProjectCounters {
  audience: ProjectAudience;
  likes: number;
  views: number;
  forkCount: number;
}

/** A project as its watchers see it. */
export interface WatchedProject extends ProjectCounters {
  version: number;
  /** By the caller. */
  isLiked: boolean;
  /** Null for everybody but the owner. */
  liveLinks: number | null;
  /** Whether moderators took it down; then only its owner and admins can watch it. */
  isTakenDown: boolean;
}

/** Counters of projects that a caller may watch. With kysely: some columns of many projects, at every reconnect. */
@Injectable()
export class WatchedProjectsService {
  constructor(private readonly database: Database) {}

  /** The given projects that the caller may watch. Others are left out, like ones that do not exist. */
  async find(ids: string[], caller: Caller | null): Promise<WatchedProject[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.sql
      .selectFrom('projects')
      .select([
        'id',
        'user_id',
        'is_public',
        'is_embeddable',
        'version',
        'likes',
        'views',
        'fork_count',
        'withheld_by',
        isLikedBy(caller?.userId ?? null),
        liveLinksFor(caller?.userId ?? null),
      ])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    return rows
      .filter((row) => mayWatch(rightsOf(row), caller))
      .map((row) => ({
        audience: audienceOf(row),
        version: row.version,
        likes: row.likes,
        views: row.views,
        forkCount: row.fork_count,
        isLiked: row.is_liked,
        liveLinks: row.live_links,
        isTakenDown: row.withheld_by === 'takedown',
      }));
  }
  /** The counters of all of these projects that are not in the trash, and who may follow them. */
  async counters(ids: string[]): Promise<ProjectCounters[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.sql
      .selectFrom('projects')
      .select(['id', 'user_id', 'is_public', 'is_embeddable', 'likes', 'views', 'fork_count'])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(({ likes, views, fork_count: forkCount, ...row }) => ({
      audience: audienceOf(row),
      likes,
      views,
      forkCount,
    }));
  }
}
