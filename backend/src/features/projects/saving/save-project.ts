import { Injectable } from '@nestjs/common';
import type { Project, ProjectInput, SaveHeaders, SaveKind } from '@studio/contract/http/projects';
import { sql } from 'kysely';
import { EventPublisher, type ProjectAudience } from '../../../common/domain-events.js';
import { ApiError, notFound } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { Database } from '../../../database/database.js';
import { prepared } from '../../../database/prepared-statements.js';
import { assertMayChange, assertMayShow, hasPublished } from '../project.policy.js';
import { audienceOf, presentProject, rightsOf } from '../project-row.js';
import { ProjectsService } from '../projects.service.js';
import { TemplateRevisions } from '../revisions/keep-revision.js';
import { assertSaveFits } from './account-quota.js';
import { Publishing } from './publishing-limits.js';
import { publishSaveEvents, type StoredSave } from './save-events.js';
import { saveStatement } from './save-statement.js';

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

/** Saves a project, or answers that somebody else has saved it meanwhile. */
@Injectable()
export class ProjectSaves {
  constructor(
    private readonly database: Database,
    private readonly events: EventPublisher,
    private readonly projects: ProjectsService,
    private readonly publishing: Publishing,
    private readonly revisedByTemplate: TemplateRevisions,
  ) {}

  /**
   * Stores the given fields; the version goes up by one. Where they stand there already nothing changes: the answer is
   * the project as it is, without a revision or an event (specification: Saving).
   * @param restoredFrom when the text was saved that this brings back; null where it is new.
   * @throws ApiError 404, 403, 409 with `current` where If-Match is not the newest version, and 429 where a new account
   * has published enough.
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
      const isShown = input.isPublic || input.isEmbeddable;
      // On the account, too: the triggers lock its usage.
      const saved = await this.database.transactionOn([caller.userId, id], async () => {
        if (isShown) await this.publishing.lockOwner(caller.userId);
        const { project, version, historyBytes } = await this.#lock(id, caller);
        before.project = project;
        if ((headers['if-match'] ?? version) !== version) {
          begin(project);
          return undefined;
        }
        const stored = await this.#store(id, caller, input, headers['x-save-kind'], restoredFrom);
        if (!stored) return { row: await this.projects.present(id, caller), changed: [] };
        const { row, changed } = stored;
        assertSaveFits(historyBytes, changed);
        begin(project);
        assertMayShow(rightsOf(row), row.withheld_by);
        if (restoredFrom === null) await this.revisedByTemplate.label(row, changed);
        if (hasPublished(rightsOf(row), changed)) await this.publishing.recordPublication(caller.userId, row);
        if (!project.isPublic || row.is_public) return { row, changed };
        await this.#revokeLinks(id);
        return { row: { ...row, live_links: 0 }, changed };
      });
      return saved ?? this.#conflict(id, caller);
    });
    const madePrivate = before.project?.isPublic === true && !row.is_public;
    const embeddingDisabled = before.project?.isEmbeddable === true && !row.is_embeddable;
    if (madePrivate || embeddingDisabled)
      this.events.publish('project.unshared', { project: audienceOf(row), madePrivate, embeddingDisabled });
    return presentProject(row);
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
    const { changed, change: _change, ...row } = saved;
    return { row, changed };
  }

  /** What is made private is nobody else's to see; links to it would open it still. With kysely, as the save. */
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
