import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import type { Page } from '@studio/contract/http/paging';
import type {
  ProjectListQuery,
  ProjectSummary,
  PublicListQuery,
  TrashedProject,
  TrashQuery,
} from '@studio/contract/http/projects';
import { notFound } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { readPage } from '../../../common/read-page.js';
import { toIsoTime } from '../../../common/text-format.js';
import { ago } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { assertMayRead } from '../project.policy.js';
import {
  type ProjectSummaryRow,
  presentSummary,
  relatedColumns,
  rightsOf,
  summaryColumns,
} from '../project-row.js';
import {
  countMatches,
  inOrder,
  isWelcomeQuery,
  type Matching,
  parseTags,
  publicPage,
  publicProjects,
  publicTotal,
  rarestTag,
  searchByIndex,
  searchOwn,
  sorted,
  sortedByRank,
  taggedProjects,
  undeletedProjects,
  welcomeProjects,
} from './list-queries.js';
import { ProjectCardsService } from './project-cards.service.js';

/**
 * Pages of projects, and single summaries, without sources. With kysely: some columns, along the lists' own indexes.
 */
@Injectable()
export class ProjectLists {
  constructor(
    private readonly database: Database,
    private readonly cards: ProjectCardsService,
  ) {}

  /** The caller's own projects, public or not. */
  own(caller: Caller, query: ProjectListQuery): Promise<Page<ProjectSummary>> {
    const present = undeletedProjects(this.database.sql, query.tags);
    const matching = searchOwn(present, query.search).where('projects.user_id', '=', caller.userId);
    return this.#page(matching, query, caller, () => countMatches(matching));
  }

  /** Everybody's public projects, or one author's. @throws ApiError 404 for an unknown author. */
  async public(caller: Caller | null, query: PublicListQuery): Promise<Page<ProjectSummary>> {
    const { sql } = this.database;
    if (query.author !== undefined) return this.#ofAuthor(query.author, caller, query);
    const tags = parseTags(query.tags);
    if (isWelcomeQuery(query)) {
      const welcome = welcomeProjects(sql);
      return this.#page(welcome, query, caller, () => countMatches(welcome));
    }
    if (tags.length > 0) return this.#tagged(tags, caller, query);
    if (!query.search) return this.#ofEverybody(caller, query);
    const matching = await searchByIndex(sql, publicProjects(sql), query.search);
    return this.#page(matching, query, caller, () => countMatches(matching));
  }

  /** The list that nothing narrows, which is read most: by statements that are built once. */
  #ofEverybody(caller: Caller | null, query: PublicListQuery): Promise<Page<ProjectSummary>> {
    const { sql } = this.database;
    return readPage(
      query,
      async () => (await publicTotal(sql))[0]?.total ?? 0,
      async ({ limit, offset }) => {
        const rows = await publicPage[query.sortBy](sql, caller?.userId ?? null, limit, offset);
        return rows.map((row) => this.#present(row));
      },
    );
  }

  /**
   * One author's public projects, by the index `projects_own`: an account has 2,000 at most (specification: Limits). An
   * account that is suspended or deleted in the forum is 404, like an unknown name.
   */
  async #ofAuthor(
    username: string,
    caller: Caller | null,
    query: ProjectListQuery,
  ): Promise<Page<ProjectSummary>> {
    const { sql } = this.database;
    const author = await sql
      .selectFrom('users')
      .select('id')
      .where(({ fn }) => fn<string>('lower', ['username']), '=', username)
      .where('suspended_at', 'is', null)
      .where('forum_destroyed_at', 'is', null)
      .executeTakeFirst();
    if (!author) throw notFound();
    const matching = searchOwn(publicProjects(sql, query.tags), query.search).where(
      'projects.user_id',
      '=',
      author.id,
    );
    return this.#page(matching, query, caller, () => countMatches(matching));
  }

  /** Everybody's public projects with all of these tags. */
  async #tagged(
    tags: readonly string[],
    caller: Caller | null,
    query: ProjectListQuery,
  ): Promise<Page<ProjectSummary>> {
    const { sql } = this.database;
    const rarest = await rarestTag(sql, tags);
    const matching = await searchByIndex(sql, taggedProjects(sql, tags, rarest.tag), query.search);
    const isNarrowed = Boolean(query.search) || tags.length > 1;
    return this.#page(sortedByRank(matching, query.sortBy), query, caller, async () =>
      isNarrowed ? countMatches(matching) : rarest.total,
    );
  }

  /** One project as in a list, if the caller may read it. Counts no view. @throws ApiError 404 */
  async one(id: string, caller: Caller | null): Promise<ProjectSummary> {
    const row = await this.database.sql
      .selectFrom('projects')
      .select([...summaryColumns, ...relatedColumns(caller?.userId ?? null)])
      .where('projects.id', '=', id)
      .where('projects.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) throw notFound();
    assertMayRead(rightsOf(row), caller);
    return this.#present(row);
  }

  /** The caller's deleted projects that can still be restored, the latest first. */
  async trash(caller: Caller, query: TrashQuery): Promise<Page<TrashedProject>> {
    const matching = searchOwn(this.database.sql.selectFrom('projects'), query.search)
      .where('projects.user_id', '=', caller.userId)
      .where('projects.deleted_at', '>', ago(durations.trash));
    const latest = matching
      .select([...summaryColumns, ...relatedColumns(caller.userId)])
      .orderBy('projects.deleted_at', 'desc')
      .orderBy('projects.id');
    return readPage(
      query,
      () => countMatches(matching),
      async ({ limit, offset }) =>
        (await latest.limit(limit).offset(offset).execute()).map((row) => ({
          ...presentSummary(row),
          deletedAt: toIsoTime(row.deleted_at ?? new Date()),
        })),
    );
  }

  #page(
    matching: Matching,
    query: ProjectListQuery,
    caller: Caller | null,
    count: () => Promise<number>,
  ): Promise<Page<ProjectSummary>> {
    const ordered = sorted(matching, query.sortBy).select('projects.id');
    return readPage(query, count, async ({ limit, offset }) => {
      const rows = await inOrder(this.database.sql, ordered.limit(limit).offset(offset))
        .select([...summaryColumns, ...relatedColumns(caller?.userId ?? null)])
        .execute();
      return rows.map((row) => this.#present(row));
    });
  }

  #present(row: ProjectSummaryRow): ProjectSummary {
    return { ...presentSummary(row), cardUrl: this.cards.addressOf(row) };
  }
}
