import { Injectable } from '@nestjs/common';
import type { Project, ProjectInput, SaveHeaders, SaveKind } from '@studio/contract/http/projects';
import { sql } from 'kysely';
import { EventPublisher, type ProjectAudience } from '../../../common/domain-events.js';
import { ApiError, notFound } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { Database } from '../../../database/database.js';
import { prepared } from '../../../database/prepared-statements.js';
import { assertMayChange, assertMayPublish, hasPublished } from '../project.policy.js';
import { audienceOf, presentProject, rightsOf } from '../project-row.js';
import { ProjectsService } from '../projects.service.js';
import { keepNewestRevision } from '../revisions/keep-revision.js';
import { TemplateRevisions } from '../revisions/template-revisions.js';
import { assertSaveFits, revisionFields } from './account-quota.js';
import { PublishingLimits } from './publishing-limits.js';
import { publishSaveEvents, type StoredSave } from './save-events.js';
import { saveStatement } from './save-statement.js';

/** The first statement of a save. With kysely: a prepared statement (ADR 24). */
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

/** Saves projects, and reports conflicts. */
@Injectable()
export class ProjectSaves {
  constructor(
    private readonly database: Database,
    private readonly events: EventPublisher,
    private readonly projects: ProjectsService,
    private readonly publishing: PublishingLimits,
    private readonly revisedByTemplate: TemplateRevisions,
  ) {}

  /**
   * Stores the given fields and increases the version. If they are all stored already, nothing changes, and the project
   * is returned without an event (specification: Saving). A manual save without a revision of its own keeps the newest.
   * @param restoredFrom when the restored text was saved; null for new text.
   * @throws ApiError 404, 403, 409 with `current` where If-Match is not the newest version, 413, 429 where the
   * account has published enough.
   */
  async save(
    id: string,
    caller: Caller,
    input: ProjectInput,
    headers: SaveHeaders,
    restoredFrom: Date | null = null,
  ): Promise<Project> {
    const before: { project?: ProjectAudience } = {};
    const row = await publishSaveEvents(this.events, headers['x-client-id'] ?? null, async (begin) => {
      const publishes = input.isPublic || input.isEmbeddable;
      // On the account, too: the triggers lock its usage.
      const saved = await this.database.transactionOn([caller.userId, id], async () => {
        if (publishes) await this.publishing.lockOwner(caller.userId);
        const { project, version, historyBytes } = await this.#lock(id, caller);
        before.project = project;
        if ((headers['if-match'] ?? version) !== version) {
          begin(project);
          return undefined;
        }
        await this.#makeHiddenPrivate(id, input);
        const stored = await this.#store(id, caller, input, headers['x-save-kind'], restoredFrom);
        const isRevised = revisionFields.some((field) => stored?.changed.includes(field));
        if (headers['x-save-kind'] === 'manual' && !isRevised)
          await keepNewestRevision(this.database.sql, id);
        if (!stored) return { row: await this.projects.present(id, caller), linkIds: [], changed: [] };
        const { row, changed } = stored;
        assertSaveFits(historyBytes, changed);
        begin(project);
        assertMayPublish(rightsOf(row), row.withheld_by);
        if (restoredFrom === null) await this.revisedByTemplate.label(row, changed);
        if (hasPublished(rightsOf(row), changed)) await this.publishing.recordPublication(caller.userId, row);
        if (!project.isPublic || row.is_public) return stored;
        await this.#revokeLinks(id);
        return { row: { ...row, live_links: 0 }, linkIds: [], changed };
      });
      return saved ?? this.#conflict(id, caller);
    });
    const madePrivate = before.project?.isPublic === true && !row.is_public;
    const embeddingDisabled = before.project?.isEmbeddable === true && !row.is_embeddable;
    if (madePrivate || embeddingDisabled)
      this.events.publish('project.unshared', { project: audienceOf(row), madePrivate, embeddingDisabled });
    return presentProject(row);
  }

  /** Locks the project until the transaction ends. @throws ApiError 404, 403 */
  async #lock(
    id: string,
    caller: Caller,
  ): Promise<{ project: ProjectAudience; version: number; historyBytes: number }> {
    const [row] = await lockForSave(this.database.sql, id);
    if (!row) throw notFound();
    assertMayChange(rightsOf(row), caller);
    return { project: audienceOf(row), version: row.version, historyBytes: Number(row.history_bytes) };
  }

  /** Stores the fields of a locked project in one statement; null if nothing changes. */
  async #store(
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
    const { changed, change: _change, link_ids: linkIds, ...row } = saved;
    return { row, linkIds, changed };
  }

  /**
   * A hidden project that its owner makes private stays so when it is shown again. A save of other fields may only repeat
   * the visibility that it read, which the hiding had changed. With kysely, like the save.
   */
  async #makeHiddenPrivate(id: string, { isPublic, isEmbeddable, ...others }: ProjectInput): Promise<void> {
    if (Object.keys(others).length > 0) return;
    const hidden = this.database.sql
      .updateTable('projects')
      .where('id', '=', id)
      .where('withheld_by', 'is not', null);
    if (isEmbeddable === false) await hidden.set({ was_embeddable: false }).execute();
    if (isPublic !== false) return;
    const wasPublic = hidden.where('was_public', '=', true).returning('id');
    if (await wasPublic.set({ was_public: false }).executeTakeFirst()) await this.#revokeLinks(id);
  }

  /** Deletes the links to a project that was made private: they would still open it. With kysely, like the save. */
  async #revokeLinks(id: string): Promise<void> {
    await this.database.sql.deleteFrom('project_links').where('project_id', '=', id).execute();
  }

  async #conflict(id: string, caller: Caller): Promise<never> {
    const current = await this.projects.find(id, caller);
    throw new ApiError(409, 'version_conflict', 'This project was changed somewhere else in the meantime.', {
      body: { current: presentProject(current) },
    });
  }
}
