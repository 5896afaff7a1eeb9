import { Injectable } from '@nestjs/common';
import type { Page } from '@studio/contract/http/paging';
import type { Project, SaveHeaders } from '@studio/contract/http/projects';
import type {
  Revision,
  RevisionListQuery,
  RevisionName,
  RevisionParams,
  RevisionSummary,
} from '@studio/contract/http/revisions';
import { limits } from '@studio/contract/limits';
import { type Selectable, sql } from 'kysely';
import { ApiError, notFound } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { readPage } from '../../../common/read-page.js';
import { Database } from '../../../database/database.js';
import type { Tables } from '../../../database/tables.js';
import { ServedAssetsService } from '../../assets/served-assets.service.js';
import { assertMayChange, assertMayReadHistory } from '../project.policy.js';
import { iso, rightsOf } from '../project-row.js';
import { ProjectsService } from '../projects.service.js';

type RevisionRow = Selectable<Tables['project_revisions']>;

const summaryColumns = [
  'rev',
  'created_at',
  'changed_at',
  'kind',
  'change',
  'template',
  'restored_from',
  'name',
  'title',
  'version',
] as const;

/** What a project was: readable by its owner and by admins, brought back by its owner (specification: Revisions). */
@Injectable()
export class ProjectRevisions {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
    private readonly files: ServedAssetsService,
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
    const row = await this.#find(id, rev);
    const { html, css, js, framework_config: frameworkConfig } = row;
    const missingFiles = await this.#missingFiles([html, css, js]);
    return { ...presentSummary(row), html, css, js, frameworkConfig, missingFiles };
  }

  /** Names a revision, or takes its name away. @throws ApiError 404, 403, 413 where as many have one as may */
  async name({ id, rev }: RevisionParams, caller: Caller, { name }: RevisionName): Promise<RevisionSummary> {
    return this.database.transaction(async () => {
      const project = await this.#readable(id, caller, 'locked');
      assertMayChange(rightsOf(project), caller);
      const row = await this.database.sql
        .updateTable('project_revisions')
        .set({ name })
        .where('project_id', '=', id)
        .where('rev', '=', rev)
        .returning(summaryColumns)
        .executeTakeFirst();
      if (!row) throw notFound();
      if (name !== null) await this.#assertRoomForName(id);
      return presentSummary(row);
    });
  }

  /** Saves the project as it was then, by hand. @throws ApiError 404, 403, 409 */
  async restore({ id, rev }: RevisionParams, caller: Caller, headers: SaveHeaders): Promise<Project> {
    const project = await this.#readable(id, caller);
    assertMayChange(rightsOf(project), caller);
    const row = await this.#find(id, rev);
    const { title, html, css, js, framework_config: frameworkConfig } = row;
    const content = { title, html, css, js, frameworkConfig };
    const byHand = { ...headers, 'x-save-kind': 'manual' } as const;
    return this.projects.update(id, caller, content, byHand, savedAt(row));
  }

  /** `locked`: others cannot change it until the transaction ends. */
  async #readable(id: string, caller: Caller, mode: 'free' | 'locked' = 'free') {
    const project = await this.database.sql
      .selectFrom('projects')
      .select(['user_id', 'is_public', 'is_embeddable'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .$if(mode === 'locked', (query) => query.forNoKeyUpdate())
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

  /** Of a project that is locked, after one more has a name. */
  async #assertRoomForName(id: string): Promise<void> {
    const { named } = await this.database.sql
      .selectFrom('project_revisions')
      .select(sql<number>`count(*)::int`.as('named'))
      .where('project_id', '=', id)
      .where('name', 'is not', null)
      .executeTakeFirstOrThrow();
    if (named > limits.namedRevisions)
      throw new ApiError(
        413,
        'quota_exceeded',
        `At most ${limits.namedRevisions} revisions of a project have a name. Take one away from another first.`,
      );
  }

  async #missingFiles(sources: string[]): Promise<string[]> {
    const named = filesNamedIn(sources);
    const served = await this.files.served([...named.keys()]);
    return [...named]
      .filter(([id]) => !served.has(id))
      .map(([, name]) => name)
      .slice(0, missingFilesTold);
  }
}

const missingFilesTold = 20;
const filesLookedFor = 500;

/** The address of a user's file, on whatever host: its key, and its name. */
const fileAddress = /\/assets\/([0-9a-z]{16})\/([^\s"'`()<>?#\\/]{1,600})/g;

/** The files that code asks for: their names by their keys. */
function filesNamedIn(sources: string[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const source of sources) {
    for (const [, key, name] of source.matchAll(fileAddress)) {
      if (named.size >= filesLookedFor) return named;
      if (key !== undefined && name !== undefined && !named.has(key)) named.set(key, decoded(name));
    }
  }
  return named;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** When the text of a revision was saved. */
function savedAt({ created_at, changed_at }: Pick<RevisionRow, 'created_at' | 'changed_at'>): Date {
  return new Date(changed_at ?? created_at);
}

function presentSummary(row: Pick<RevisionRow, (typeof summaryColumns)[number]>): RevisionSummary {
  const { rev, kind, change, template, name, title, version } = row;
  return {
    rev,
    createdAt: iso(row.created_at),
    changedAt: iso(savedAt(row)),
    kind,
    change,
    template,
    restoredFrom: row.restored_from && iso(row.restored_from),
    name,
    title,
    version,
  };
}
