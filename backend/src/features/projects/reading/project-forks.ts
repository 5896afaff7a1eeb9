import { Injectable } from '@nestjs/common';
import type { Fork, ForkPage, ForkSource } from '@studio/contract/http/forks';
import type { PageQuery } from '@studio/contract/http/paging';
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { toIsoTime } from '../../../common/text-format.js';
import { Database } from '../../../database/database.js';
import { mayRead } from '../project.policy.js';
import { type ProjectRow, rightsOf } from '../project-row.js';

/** At most this many forks of a project are considered, which also bounds the recursion. */
const maxForks = 5_000;

/**
 * The source of a project, and its forks. Forks of private and deleted forks are found, too, but of private forks only
 * the number is shown, and of deleted ones nothing. With kysely: the database walks the tree.
 */
@Injectable()
export class ProjectForks {
  constructor(private readonly database: Database) {}

  /** The project that this one was forked from, if the caller may read it. @throws ApiError 404 */
  async source(id: string, caller: Caller | null): Promise<ForkSource> {
    const project = await this.#readable(id, caller);
    const source = project.forked_from === null ? undefined : await this.#find(project.forked_from);
    if (!source || !mayRead(rightsOf(source), caller)) return { source: null };
    const { title, username } = source;
    return { source: { id: source.id, title, username } };
  }

  /** A page of the public forks, without forks of public forks. @throws ApiError 404 */
  async page(id: string, caller: Caller | null, { page, limit }: PageQuery): Promise<ForkPage> {
    await this.#readable(id, caller);
    const [{ publicForks, privateForks, total }, data] = await Promise.all([
      this.#count(id),
      this.#read(id, limit, (page - 1) * limit),
    ]);
    return { data, total, page, limit, totalPages: Math.ceil(total / limit), publicForks, privateForks };
  }

  async #count(id: string): Promise<Record<'publicForks' | 'privateForks' | 'total', number>> {
    const { rows } = await sql<Record<'publicForks' | 'privateForks' | 'total', number>>`
      ${forksBeneath(id)}
      select count(*) filter (where is_public)::int as "publicForks",
        count(*) filter (where not is_public and not is_deleted)::int as "privateForks",
        count(*) filter (where is_public and not has_public_parent)::int as total
      from forks`.execute(this.database.sql);
    return rows[0] ?? { publicForks: 0, privateForks: 0, total: 0 };
  }

  async #read(id: string, limit: number, offset: number): Promise<Fork[]> {
    const { rows } = await sql<Omit<Fork, 'createdAt'> & { createdAt: Date | string }>`
      ${forksBeneath(id)}
      select p.id, p.title, u.username, p.likes, p.views, p.fork_count as "forkCount", p.created_at as "createdAt"
      from forks join projects p on p.id = forks.id join users u on u.id = p.user_id
      where forks.is_public and not has_public_parent
      order by p.likes desc, p.created_at, p.id
      limit ${limit} offset ${offset}`.execute(this.database.sql);
    return rows.map((row) => ({ ...row, createdAt: toIsoTime(row.createdAt) }));
  }

  async #readable(id: string, caller: Caller | null) {
    const project = await this.#find(id);
    if (!project || !mayRead(rightsOf(project), caller)) throw notFound();
    return project;
  }

  #find(id: string) {
    return this.database.sql
      .selectFrom('projects')
      .innerJoin('users', 'users.id', 'projects.user_id')
      .select(['projects.id', 'user_id', 'is_public', 'is_embeddable', 'forked_from', 'title', 'username'])
      .where('projects.id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }
}

/**
 * Every fork below a project, level by level. A lateral subquery per fork makes the planner use the index, whatever
 * number of levels it estimates. There are no cycles: a fork is always newer than its source.
 */
function forksBeneath(id: ProjectRow['id']) {
  return sql`with recursive beneath (id, is_public, is_deleted, has_public_parent) as (
      select id, is_public, is_deleted, false from (${forksOf(sql`${id}`)}) as fork
      union all
      select fork.id, fork.is_public, fork.is_deleted, beneath.is_public or has_public_parent
      from beneath, lateral (${forksOf(sql`beneath.id`)} offset 0) as fork
    ), forks as materialized (select * from beneath limit ${maxForks})`;
}

/** The forks of one project, with those in the trash and those that were deleted permanently. */
function forksOf(id: RawBuilder<unknown>) {
  return sql`select id, is_public and deleted_at is null as is_public, deleted_at is not null as is_deleted
      from projects where forked_from = ${id}
    union all select id, false, true from deleted_forks where forked_from = ${id}`;
}
