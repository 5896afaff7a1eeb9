import { type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import type { Project, ProjectInput, SaveHeaders, SaveKind } from '@studio/contract/http/projects';
import { sql } from 'kysely';
import { EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { ApiError, notFound } from '../../common/errors/api-error.js';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import type { Caller } from '../../common/http/caller.js';
import { ago, entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { prepared } from '../../database/prepared-statements.js';
import { ProjectEntity, type StoredProject } from './project.entity.js';
import {
  assertMayChange,
  assertMayShow,
  hasPublished,
  mayEmbed,
  mayRead,
  type ProjectRights,
} from './project.policy.js';
import {
  audienceOf,
  type ProjectRow,
  presentProject,
  relatedColumns,
  rightsOf,
  rightsOfEntity,
} from './project-row.js';
import { TemplateRevisions } from './revisions/keep-revision.js';
import { assertSaveFits } from './saving/account-quota.js';
import { Publishing } from './saving/publishing-limits.js';
import { publishSaveEvents, type StoredSave } from './saving/save-events.js';
import { saveStatement } from './saving/save-statement.js';

/** With their sources and history, of megabytes each, fewer go at a time. */
const projectsBatch = 50;

/** With kysely: the first half of a save, prepared once (ADR 24). */
const lockForSave = prepared((database, id: string) =>
  database
    .selectFrom('projects')
    .select(['id', 'user_id', 'is_public', 'is_embeddable', 'version'])
    .select(
      sql<string | null>`(select history_bytes from account_usage where user_id = projects.user_id)`.as(
        'history_bytes',
      ),
    )
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate(),
);

/** Reading, saving and removing one project. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly database: Database,
    private readonly events: EventPublisher,
    private readonly publishing: Publishing,
    private readonly revisedByTemplate: TemplateRevisions,
  ) {}

  /** A project that the caller may read. @throws ApiError 404 */
  async find(id: string, caller: Caller | null): Promise<ProjectRow> {
    const row = await this.#find(id, caller, (rights) => mayRead(rights, caller));
    if (!row) throw notFound();
    return row;
  }

  /** A project that may be embedded; null where it is not there or may not. */
  async findEmbeddable(id: string): Promise<ProjectRow | null> {
    return (await this.#find(id, null, mayEmbed)) ?? null;
  }

  /**
   * Stores the given fields; the version goes up by one. Where they stand there already nothing changes: the answer is
   * the project as it is, without a revision or an event (specification: Saving).
   * @param restoredFrom when the text was saved that this brings back; null where it is new.
   * @throws ApiError 404, 403, 409 with `current` where If-Match is not the newest version, and 429 where a new account
   * has published enough.
   */
  async update(
    id: string,
    caller: Caller,
    input: ProjectInput,
    headers: SaveHeaders,
    restoredFrom: Date | null = null,
  ): Promise<Project> {
    const before: { project?: ProjectAudience } = {};
    const row = await publishSaveEvents(this.events, headers['x-client-id'] ?? null, async (begin) => {
      const isShown = input.isPublic || input.isEmbeddable;
      const saved = await this.database.transactionOn(isShown ? caller.userId : id, async () => {
        if (isShown) await this.publishing.lockOwner(caller.userId);
        const { project, version, historyBytes } = await this.#lock(id, caller);
        before.project = project;
        if ((headers['if-match'] ?? version) !== version) {
          begin(project);
          return undefined;
        }
        const stored = await this.#save(id, caller, input, headers['x-save-kind'], restoredFrom);
        if (!stored) return { row: await this.#present(id, caller), changed: [] };
        const { row, changed } = stored;
        assertSaveFits(historyBytes, changed);
        begin(project);
        assertMayShow(rightsOf(row), row.withheld_by);
        if (restoredFrom === null) await this.revisedByTemplate.label(row, changed);
        if (hasPublished(rightsOf(row), changed)) await this.publishing.recordPublication(caller.userId, row);
        return { row, changed };
      });
      return saved ?? this.#conflict(id, caller);
    });
    const madePrivate = before.project?.isPublic === true && !row.is_public;
    const embeddingDisabled = before.project?.isEmbeddable === true && !row.is_embeddable;
    if (madePrivate || embeddingDisabled)
      this.events.publish('project.unshared', { project: audienceOf(row), madePrivate, embeddingDisabled });
    return presentProject(row);
  }

  /** Puts a project in the trash. @throws ApiError 404, 403 */
  async remove(id: string, caller: Caller): Promise<void> {
    const project = await this.database.transactionOn(id, async () => {
      const project = await this.#lockEntity({ id, deletedAt: null });
      assertMayChange(rightsOfEntity(project), caller);
      project.deletedAt = entityClock.now();
      return { projectId: id, ...rightsOfEntity(project) };
    });
    this.events.publish('project.deleted', { project });
  }

  /** Takes one's own project out of the trash, within 30 days. @throws ApiError 404 */
  async restore(id: string, caller: Caller): Promise<Project> {
    const row = await this.database.transactionOn(caller.userId, async () => {
      await this.publishing.lockOwner(caller.userId);
      const project = await this.#lockEntity({
        id,
        user: caller.userId,
        $or: [{ deletedAt: null }, { deletedAt: { $gt: entityClock.ago(durations.trash) } }],
      });
      const isShown = project.isPublic || project.isEmbeddable;
      if (project.deletedAt && isShown) await this.publishing.recordPublication(caller.userId, project);
      project.deletedAt = null;
      await this.database.em.flush();
      return this.#present(id, caller);
    });
    return presentProject(row);
  }

  /** Removes for good what has been in the trash for 30 days. */
  @HousekeepingJob({ name: 'trash', cron: '8,38 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'projects',
      where: sql`deleted_at <= ${ago(durations.trash)}`,
      batch: projectsBatch,
    });
  }

  /**
   * A project that the caller sees, by itself or embedded, which stays so until the transaction around this has ended.
   * @throws ApiError 404
   */
  async holdVisible(id: string, caller: Caller): Promise<{ ownerId: string; title: string }> {
    const project = await this.#lockEntity({ id, deletedAt: null }, LockMode.PESSIMISTIC_READ);
    const rights = rightsOfEntity(project);
    if (!mayRead(rights, caller) && !mayEmbed(rights)) throw notFound();
    return { ownerId: rights.ownerId, title: project.title };
  }

  /** Without its sources. @throws ApiError 404 */
  async #lockEntity(
    where: FilterQuery<StoredProject>,
    lockMode = LockMode.PESSIMISTIC_WRITE,
  ): Promise<StoredProject> {
    const project = await this.database.em.findOne(ProjectEntity, where, { lockMode });
    if (!project) throw notFound();
    return project;
  }

  /**
   * With kysely, because this is the read of every studio and embed: one statement without an entity manager. Decides
   * before the sources are read, which may be 3 MiB: by the time of a refusal nobody knows what is there. And
   * once more by what was read with them, which may have been hidden since.
   */
  async #find(
    id: string,
    caller: Caller | null,
    may: (rights: ProjectRights) => boolean,
  ): Promise<ProjectRow | undefined> {
    const project = this.database.sql
      .selectFrom('projects')
      .where('id', '=', id)
      .where('deleted_at', 'is', null);
    const known = await project.select(['user_id', 'is_public', 'is_embeddable']).executeTakeFirst();
    if (!known || !may(rightsOf(known))) return undefined;
    const row = await project
      .selectAll('projects')
      .select(relatedColumns(caller?.userId ?? null))
      .executeTakeFirst();
    return row && may(rightsOf(row)) ? row : undefined;
  }

  /** Keeps others from changing it until the transaction ends. @throws ApiError 404, 403 */
  async #lock(
    id: string,
    caller: Caller,
  ): Promise<{ project: ProjectAudience; version: number; historyBytes: number }> {
    const [row] = await lockForSave(this.database.sql, id);
    if (!row) throw notFound();
    assertMayChange(rightsOf(row), caller);
    return { project: audienceOf(row), version: row.version, historyBytes: Number(row.history_bytes) };
  }

  /** Stores the fields of a locked project with one statement; null if nothing is new. */
  async #save(
    id: string,
    caller: Caller,
    input: ProjectInput,
    kind: SaveKind,
    restoredFrom: Date | null,
  ): Promise<StoredSave | null> {
    const statement = saveStatement(input);
    const [saved] = statement
      ? await statement.save(this.database.sql, id, caller.userId, kind, restoredFrom, ...statement.values)
      : [];
    if (!saved) return null;
    const { changed, change: _change, ...row } = saved;
    return { row, changed };
  }

  /** A project that is locked, as it is. */
  #present(id: string, caller: Caller): Promise<ProjectRow> {
    return this.database.sql
      .selectFrom('projects')
      .selectAll('projects')
      .select(relatedColumns(caller.userId))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }

  async #conflict(id: string, caller: Caller): Promise<never> {
    const current = await this.#find(id, caller, (rights) => mayRead(rights, caller));
    if (!current) throw notFound();
    throw new ApiError(409, 'version_conflict', 'This project was changed somewhere else in the meantime.', {
      body: { current: presentProject(current) },
    });
  }
}
