import { Injectable } from '@nestjs/common';
import type { Page } from '@studio/contract/http/paging';
import type {
  ProjectListQuery,
  ProjectSort,
  ProjectSummary,
  TrashedProject,
  TrashQuery,
} from '@studio/contract/http/projects';
import { durations } from '@studio/contract/limits';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Caller } from '../../common/caller.js';
import { ago } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { iso, presentSummary } from './project.presenter.js';
import { ProjectCards } from './project-cards.js';
import { relatedColumns, summaryColumns } from './project-rows.js';

const countedBy = {
  recent: null,
  popular: 'projects.likes',
  views: 'projects.views',
  forks: 'projects.fork_count',
} as const;

/** Pages of projects, without their sources. */
@Injectable()
export class ProjectLists {
  constructor(
    private readonly database: Database,
    private readonly cards: ProjectCards,
  ) {}

  /** The caller's own, public or not. */
  own(caller: Caller, query: ProjectListQuery): Promise<Page<ProjectSummary>> {
    const matching = matchingProjects(this.database.sql, query).where('projects.user_id', '=', caller.userId);
    return this.#page(matching, query, caller, () => countOf(matching));
  }

  /** Everybody's public ones. */
  public(caller: Caller | null, query: ProjectListQuery): Promise<Page<ProjectSummary>> {
    const matching = matchingProjects(this.database.sql, query).where('projects.is_public', '=', true);
    const isNarrowed = Boolean(query.search) || tagList(query.tags).length > 0;
    return this.#page(matching, query, caller, () => (isNarrowed ? countOf(matching) : this.#publicTotal()));
  }

  /** Kept by the database: counting a million would take longer than the page. */
  async #publicTotal(): Promise<number> {
    const { total } = await this.database.sql
      .selectFrom('project_totals')
      .select('total')
      .where('name', '=', 'public')
      .executeTakeFirstOrThrow();
    return total;
  }

  /** The caller's own that were deleted and can still be taken back, the latest first. */
  async trash(caller: Caller, query: TrashQuery): Promise<Page<TrashedProject>> {
    const { page, limit } = query;
    const matching = searched(this.database.sql.selectFrom('projects'), query.search)
      .where('projects.user_id', '=', caller.userId)
      .where('projects.deleted_at', '>', ago(durations.trash));
    const rows = await matching
      .select([...summaryColumns, ...relatedColumns(caller.userId)])
      .orderBy('projects.deleted_at', 'desc')
      .orderBy('projects.id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute();
    const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
    const data = rows.map((row) => ({
      ...presentSummary(row),
      deletedAt: iso(row.deleted_at ?? new Date()),
    }));
    return { data, total, page, limit, totalPages: Math.ceil(total / limit) };
  }

  async #page(
    matching: Matching,
    { page, limit, sortBy }: ProjectListQuery,
    caller: Caller | null,
    count: () => Promise<number>,
  ): Promise<Page<ProjectSummary>> {
    const rows = await inOrder(matching, sortBy)
      .select([...summaryColumns, ...relatedColumns(caller?.userId ?? null)])
      .limit(limit)
      .offset((page - 1) * limit)
      .execute();
    const total = await count();
    const data = rows.map((row) => ({ ...presentSummary(row), cardUrl: this.cards.addressOf(row) }));
    return { data, total, page, limit, totalPages: Math.ceil(total / limit) };
  }
}

async function countOf(matching: Matching): Promise<number> {
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return total;
}

type Matching = ReturnType<typeof matchingProjects>;

/** `search` is a literal substring of title, description or author, without regard to case. */
function searched(projects: SelectQueryBuilder<Tables, 'projects', object>, search: string | undefined) {
  return projects.$if(search !== undefined && search !== '', (query) =>
    query.where(
      sql<boolean>`(strpos(lower(projects.title), lower(${search})) > 0
        or strpos(lower(projects.description), lower(${search})) > 0
        or exists (select from users u where u.id = projects.user_id and strpos(lower(u.username), lower(${search})) > 0))`,
    ),
  );
}

/** `tags` must all be there. */
function matchingProjects(database: Kysely<Tables>, { search, tags }: ProjectListQuery) {
  const wanted = tagList(tags);
  return searched(database.selectFrom('projects'), search)
    .where('projects.deleted_at', 'is', null)
    .$if(wanted.length > 0, (query) => query.where(sql<boolean>`projects.tags @> ${wanted}::text[]`));
}

/** `id` makes the order total, so that no project stands on two pages. */
function inOrder(matching: Matching, sort: ProjectSort) {
  const counter = countedBy[sort];
  return (counter ? matching.orderBy(counter, 'desc') : matching)
    .orderBy('projects.updated_at', 'desc')
    .orderBy('projects.id');
}

function tagList(tags: string | undefined): string[] {
  return (tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
