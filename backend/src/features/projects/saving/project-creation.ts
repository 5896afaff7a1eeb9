import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { CreateHeaders, Project, ProjectInput, SaveKind } from '@studio/contract/http/projects';
import type { KeyedHeaders } from '@studio/contract/http/text';
import { limits } from '@studio/contract/limits';
import { type Insertable, sql } from 'kysely';
import { EventPublisher } from '../../../common/domain-events.js';
import { notFound } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { newId } from '../../../common/ids.js';
import { Database } from '../../../database/database.js';
import type { Tables } from '../../../database/tables.js';
import { AssetHoldsService } from '../../assets/asset-holds.service.js';
import { AccountUsageEntity, ProjectEntity, type StoredProject, sourceFields } from '../project.entity.js';
import { assertMayDuplicate, assertMayFork } from '../project.policy.js';
import {
  audienceOf,
  openingLinks,
  type ProjectRow,
  presentProject,
  projectColumns,
  relatedColumns,
  rightsOfEntity,
} from '../project-row.js';
import { keepRevision } from '../revisions/keep-revision.js';
import { TemplateRevisions } from '../revisions/template-revisions.js';
import { assertProjectFits } from './account-quota.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { PublishingLimits } from './publishing-limits.js';
import { publishSaveEvents } from './save-events.js';

/**
 * Creates projects: new ones, forks of public ones, and duplicates of the caller's own. A request that repeats the
 * idempotency key of an earlier one returns the project that it created then.
 */
@Injectable()
export class ProjectCreation {
  constructor(
    private readonly database: Database,
    private readonly events: EventPublisher,
    private readonly keys: IdempotencyKeys,
    private readonly holds: AssetHoldsService,
    private readonly publishing: PublishingLimits,
    private readonly revisedByTemplate: TemplateRevisions,
  ) {}

  /**
   * Stores a new project.
   * @throws ApiError 422 when the key was used for another request, 429 where a new account has published enough.
   */
  async create(caller: Caller, input: ProjectInput, headers: CreateHeaders): Promise<Project> {
    const id = newId();
    const values = valuesOf(id, caller, input);
    const row = await publishSaveEvents(this.events, headers['x-client-id'] ?? null, (begin) =>
      this.database.transactionOn(caller.userId, async () => {
        const earlier = await this.#createdEarlier(headers, caller, input, id);
        if (earlier) return { row: earlier, linkIds: [], changed: [] };
        begin(audienceOf(values));
        if (input.isPublic || input.isEmbeddable) await this.publishing.lockOwner(caller.userId);
        const row = await this.#insert(values, headers['x-save-kind']);
        if (row.is_public || row.is_embeddable) await this.publishing.recordPublication(caller.userId, row);
        return { row, linkIds: [], changed: Object.keys(input) };
      }),
    );
    return presentProject(row);
  }

  /**
   * Copies a public project into the caller's account: private, not embeddable, counters at zero. The copy keeps the
   * assets that its code names.
   * @param linkId the link by which the caller sees a project that is not public, without its description and tags.
   * @throws ApiError 404 if the caller may not read it, 403 for one that is not public or a suspended account, 413 if
   * the account's projects keep too many files, 422.
   */
  async fork(
    id: string,
    caller: Caller,
    headers: KeyedHeaders,
    linkId: string | null = null,
  ): Promise<Project> {
    const copyId = newId();
    const { source, copy } = await this.database.transactionOn([caller.userId, id], async () => {
      await this.publishing.lockOwner(caller.userId);
      const earlier = await this.#createdEarlier(headers, caller, { fork: id, linkId }, copyId);
      if (earlier) return { source: null, copy: earlier };
      const source = await this.#lock(id);
      if (linkId === null) assertMayFork(rightsOfEntity(source), caller);
      else if (!(await this.#opens(linkId, id))) throw notFound();
      // The lock keeps others from counting meanwhile.
      source.forkCount += 1;
      const unseen = linkId === null ? {} : { description: '', tags: [] };
      return { source, copy: await this.#copy(source, caller, { id: copyId, forkedFrom: id }, unseen) };
    });
    if (source) {
      const project = { projectId: id, ...rightsOfEntity(source) };
      const { views, forkCount } = source;
      this.events.publish('project.counted', { project, views, forkCount });
    }
    return presentProject(copy);
  }

  /**
   * Copies the caller's own project, public or not, with another title. The copy has the same source as the original,
   * not the original itself.
   * @throws ApiError 404, 403 for somebody else's or one that was taken down, 413 if the account's projects keep too
   * many files, 422.
   */
  async duplicate(id: string, caller: Caller, headers: KeyedHeaders): Promise<Project> {
    const copyId = newId();
    const copy = await this.database.transactionOn([caller.userId, id], async () => {
      await this.publishing.lockOwner(caller.userId);
      const earlier = await this.#createdEarlier(headers, caller, { duplicate: id }, copyId);
      if (earlier) return earlier;
      const source = await this.#lock(id);
      assertMayDuplicate(rightsOfEntity(source), source.hidingReason ?? null, caller);
      const { title, forkedFrom = null } = source;
      return this.#copy(source, caller, { id: copyId, forkedFrom }, { title: copyTitle(title) });
    });
    return presentProject(copy);
  }

  /** Locks a project. Its sources are read later, once the rights are checked. @throws ApiError 404 */
  async #lock(id: string): Promise<StoredProject> {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const project = await this.database.em.findOne(ProjectEntity, { id, deletedAt: null }, { lockMode });
    if (!project) throw notFound();
    return project;
  }

  /** Whether the link still opens this project, which is locked. */
  async #opens(linkId: string, projectId: string): Promise<boolean> {
    const opening = await openingLinks(this.database)
      .where('project_links.id', '=', linkId)
      .where('projects.id', '=', projectId)
      .select('project_links.id')
      .executeTakeFirst();
    return opening !== undefined;
  }

  async #copy(
    source: StoredProject,
    caller: Caller,
    { id, forkedFrom }: { id: string; forkedFrom: string | null },
    changes: ProjectInput,
  ): Promise<ProjectRow> {
    await this.database.em.populate(source, sourceFields);
    await this.database.em.flush();
    const { title, html, css, js, description, tags, frameworkConfig } = source;
    const content = { title, html, css, js, description, tags, frameworkConfig, ...changes };
    const copy = await this.#insert({ ...valuesOf(id, caller, content), forked_from: forkedFrom }, 'manual');
    await this.holds.holdReferenced(
      { id: copy.id, userId: caller.userId },
      { id: source.id, userId: source.user.id },
    );
    // The copy looks like its source until its code changes. With kysely: the database copies the picture.
    await sql`insert into project_pictures (project_id, picture)
      select ${copy.id}, picture from project_pictures where project_id = ${source.id}`.execute(
      this.database.sql,
    );
    return copy;
  }

  /**
   * The project that the idempotency key has created before; null if the request is to create the one with this id. The
   * right to the source is not checked again: the copy is the caller's own.
   * @throws ApiError 422, 404 where that project was deleted since.
   */
  async #createdEarlier(
    headers: KeyedHeaders,
    caller: Caller,
    request: object,
    id: string,
  ): Promise<ProjectRow | null> {
    const earlier = await this.keys.claim(headers, caller, request, id);
    if (earlier === null) return null;
    const row = await this.database.sql
      .selectFrom('projects')
      .selectAll('projects')
      .select(relatedColumns(caller.userId))
      .where('id', '=', earlier)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  }

  /**
   * With kysely, like every save: one statement stores the project and its first revision (ADR 24).
   * @throws ApiError 413 where the account, including this project, exceeds its limits.
   */
  async #insert(values: Insertable<Tables['projects']>, kind: SaveKind): Promise<ProjectRow> {
    const row = await this.database.sql
      .with('saved', (query) =>
        query
          .insertInto('projects')
          .values(values)
          .returning(projectColumns)
          .returning(relatedColumns(values.user_id)),
      )
      .with('revision', () => keepRevision({ kind, change: sql`'edit'`, restoredFrom: null }, sql`true`))
      .selectFrom('saved')
      .selectAll()
      .executeTakeFirstOrThrow();
    const used = await this.database.em.findOneOrFail(AccountUsageEntity, values.user_id);
    assertProjectFits(used.projects, used.historyBytes);
    await this.revisedByTemplate.label(row, ['html', 'css', 'js']);
    return row;
  }
}

/** The columns of a new project, with defaults for missing fields (specification: Project record). */
function valuesOf(id: string, caller: Caller, input: ProjectInput) {
  return {
    id,
    user_id: caller.userId,
    title: input.title ?? 'Untitled',
    html: input.html ?? '',
    css: input.css ?? '',
    js: input.js ?? '',
    description: input.description ?? '',
    tags: input.tags ?? [],
    is_public: input.isPublic ?? false,
    is_embeddable: input.isEmbeddable ?? false,
    framework_config: input.frameworkConfig ?? defaultFrameworkConfig,
  };
}

const copySuffix = / \(copy(?: (?<number>[1-9]\d{0,5}))?\)$/;

/** The title of a duplicate: `Clock (copy)`, then `Clock (copy 2)`, cut to the length of a title. */
export function copyTitle(title: string): string {
  const ending = copySuffix.exec(title);
  if (!ending) return withSuffix(title, ' (copy)');
  const number = Number(ending.groups?.['number'] ?? 1) + 1;
  return withSuffix(title.slice(0, ending.index), ` (copy ${number})`);
}

function withSuffix(title: string, ending: string): string {
  // Never cuts a surrogate pair in two.
  const start = title.slice(0, limits.titleLength - ending.length).replace(/[\ud800-\udbff]$/, '');
  return `${start.trimEnd()}${ending}`;
}
