import { Injectable } from '@nestjs/common';
import type { Page } from '@studio/contract/http/paging';
import type { Project, SaveHeaders } from '@studio/contract/http/projects';
import type {
  Revision,
  RevisionListQuery,
  RevisionParams,
  RevisionSummary,
} from '@studio/contract/http/revisions';
import { type Selectable, sql } from 'kysely';
import { notFound } from '../../common/api-error.js';
import type { Caller } from '../../common/caller.js';
import { readPage } from '../../common/read-page.js';
import { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { assertMayChange, assertMayReadHistory } from './project.policy.js';
import { iso } from './project.presenter.js';
import { rightsOf } from './project-rows.js';
import { ProjectsService } from './projects.service.js';

type RevisionRow = Selectable<Tables['project_revisions']>;

const summaryColumns = ['rev', 'created_at', 'kind', 'title', 'version'] as const;

/** What a project was: readable by its owner and by admins, brought back by its owner (CONTRACT 2). */
@Injectable()
export class ProjectRevisions {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
  ) {}

  /** Newest first. @throws ApiError 404, 403 */
  async list(id: string, caller: Caller, query: RevisionListQuery): Promise<Page<RevisionSummary>> {
    await this.#readable(id, caller);
    const revisions = this.database.sql.selectFrom('project_revisions').where('project_id', '=', id);
    const latest = revisions.select(summaryColumns).orderBy('rev', 'desc');
    const count = async () =>
      (await revisions.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()).total;
    return readPage(query, count, async ({ limit, offset }) =>
      (await latest.limit(limit).offset(offset).execute()).map(presentSummary),
    );
  }

  /** @throws ApiError 404, 403 */
  async read({ id, rev }: RevisionParams, caller: Caller): Promise<Revision> {
    await this.#readable(id, caller);
    return presentRevision(await this.#find(id, rev));
  }

  /** Saves the project as it was then, by hand. @throws ApiError 404, 403, 409 */
  async restore({ id, rev }: RevisionParams, caller: Caller, headers: SaveHeaders): Promise<Project> {
    const project = await this.#readable(id, caller);
    assertMayChange(rightsOf(project), caller);
    const { title, html, css, js, framework_config: frameworkConfig } = await this.#find(id, rev);
    const content = { title, html, css, js, frameworkConfig };
    return this.projects.update(id, caller, content, { ...headers, 'x-save-kind': 'manual' });
  }

  async #readable(id: string, caller: Caller) {
    const project = await this.database.sql
      .selectFrom('projects')
      .select(['user_id', 'is_public', 'is_embeddable'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!project) throw notFound();
    assertMayReadHistory(rightsOf(project), caller);
    return project;
  }

  async #find(id: string, rev: number): Promise<RevisionRow> {
    const row = await this.database.sql
      .selectFrom('project_revisions')
      .selectAll()
      .where('project_id', '=', id)
      .where('rev', '=', rev)
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  }
}

function presentSummary(row: Pick<RevisionRow, (typeof summaryColumns)[number]>): RevisionSummary {
  const { rev, kind, title, version } = row;
  return { rev, createdAt: iso(row.created_at), kind, title, version };
}

function presentRevision(row: RevisionRow): Revision {
  const { html, css, js, framework_config: frameworkConfig } = row;
  return { ...presentSummary(row), html, css, js, frameworkConfig };
}
