import { type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import type { Project } from '@studio/contract/http/projects';
import type { ProjectKey } from '@studio/contract/project-key';
import { sql } from 'kysely';
import { EventPublisher } from '../../common/domain-events.js';
import { ApiError, notFound } from '../../common/errors/api-error.js';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import type { Caller } from '../../common/http/caller.js';
import { ago, entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { deleteInBatches } from '../../database/delete-in-batches.js';
import { ProjectEntity, ProjectLinkEntity, type StoredProject } from './project.entity.js';
import { assertMayChange, mayEmbed, mayRead, type ProjectRights } from './project.policy.js';
import {
  liveLinks,
  type ProjectRow,
  presentProject,
  publishedVersion,
  relatedColumns,
  rightsOf,
  rightsOfEntity,
  versionContent,
} from './project-row.js';
import { PublishingLimits } from './saving/publishing-limits.js';

/** Projects per statement; few, because each can have megabytes of sources and history. */
const projectsBatch = 50;

/** Reads, removes and restores single projects; `saving/project-saves.ts` saves them. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly database: Database,
    private readonly events: EventPublisher,
    private readonly publishing: PublishingLimits,
  ) {}

  /** A project that the caller may read. @throws ApiError 404 */
  async find(id: string, caller: Caller | null): Promise<ProjectRow> {
    const row = await this.#find(id, caller, (rights) => mayRead(rights, caller));
    if (!row) throw notFound();
    return row;
  }

  /** An embeddable project with the requested version's text; null if it does not exist or may not be embedded. */
  async findEmbeddable({ id, rev }: ProjectKey): Promise<ProjectRow | null> {
    const row = (await this.#find(id, null, mayEmbed)) ?? null;
    if (row === null || rev === null) return row;
    const content = await publishedVersion(this.database, id, rev).select(versionContent).executeTakeFirst();
    return content ? { ...row, ...content } : null;
  }

  /** Whether this version is published. True without `rev`: the newest text needs no publishing. */
  async isPublished({ id, rev }: ProjectKey): Promise<boolean> {
    if (rev === null) return true;
    return (await publishedVersion(this.database, id, rev).select('rev').executeTakeFirst()) !== undefined;
  }

  /** Moves a project to the trash. @throws ApiError 404, 403 */
  async remove(id: string, caller: Caller): Promise<void> {
    const project = await this.database.transactionOn([caller.userId, id], async () => {
      const project = await this.#lockEntity({ id, deletedAt: null });
      assertMayChange(rightsOfEntity(project), caller);
      project.deletedAt = entityClock.now();
      return { projectId: id, ...rightsOfEntity(project) };
    });
    this.events.publish('project.deleted', { project });
  }

  /**
   * Restores the caller's project from the trash, within 30 days; as private where the caller may not publish now.
   * @throws ApiError 404
   */
  async restore(id: string, caller: Caller): Promise<Project> {
    const row = await this.database.transactionOn(caller.userId, async () => {
      await this.publishing.lockOwner(caller.userId);
      const project = await this.#lockEntity({
        id,
        user: caller.userId,
        $or: [{ deletedAt: null }, { deletedAt: { $gt: entityClock.ago(durations.trash) } }],
      });
      if (project.deletedAt) await this.#publishOrHide(project, caller);
      project.deletedAt = null;
      await this.database.em.flush();
      return this.present(id, caller);
    });
    this.events.publish('project.restored', {
      projectId: id,
      ownerId: caller.userId,
      version: row.version,
    });
    return presentProject(row);
  }

  /** A limit on publishing must not keep a project in the trash, which deletes it in the end. */
  async #publishOrHide(project: StoredProject, caller: Caller): Promise<void> {
    if (!project.isPublic && !project.isEmbeddable && !(await this.#hasLiveLink(project))) return;
    try {
      await this.publishing.recordPublication(caller.userId, project);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'publish_limit')) throw error;
      project.isPublic = false;
      project.isEmbeddable = false;
      // As if its owner had made it private: the addresses of its cards and links show nothing any more.
      project.version += 1;
      await this.database.em.nativeDelete(ProjectLinkEntity, { project: project.id });
    }
  }

  /** Deletes projects that have been in the trash for 30 days. */
  @HousekeepingJob({ name: 'trash', cron: '8,38 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    await deleteInBatches(this.database, signal, {
      table: 'projects',
      where: sql`deleted_at <= ${ago(durations.trash)}`,
      batch: projectsBatch,
    });
  }

  /**
   * Locks a project that the caller can see, directly, embedded or by a link, so that it stays visible until the
   * caller's transaction ends, and the published version with it. A link shows no published version.
   * @throws ApiError 404
   */
  async holdVisible({ id, rev }: ProjectKey, caller: Caller): Promise<{ ownerId: string; title: string }> {
    const project = await this.#lockEntity({ id, deletedAt: null }, LockMode.PESSIMISTIC_READ);
    const rights = rightsOfEntity(project);
    const isSeen =
      mayRead(rights, caller) || mayEmbed(rights) || (rev === null && (await this.#hasLiveLink(project)));
    if (!isSeen || !(await this.isPublished({ id, rev }))) throw notFound();
    return { ownerId: rights.ownerId, title: project.title };
  }

  /** Whether a link opens the project. A caller who knows the id of such a private project has seen it by that link. */
  async #hasLiveLink({ id, hidingReason }: StoredProject): Promise<boolean> {
    const links = liveLinks(this.database).where('project_id', '=', id).select('id');
    return !hidingReason && (await links.executeTakeFirst()) !== undefined;
  }

  /** Locks and reads a project without its sources. @throws ApiError 404 */
  async #lockEntity(
    where: FilterQuery<StoredProject>,
    lockMode = LockMode.PESSIMISTIC_WRITE,
  ): Promise<StoredProject> {
    const project = await this.database.em.findOne(ProjectEntity, where, { lockMode });
    if (!project) throw notFound();
    return project;
  }

  /**
   * With kysely, without an entity manager, because every studio and embed reads here. Checks the rights before it
   * reads the sources, up to 3 MiB, so that the time of a refusal reveals nothing. Checks them again with the row
   * that is returned, because the project may have been hidden in between.
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

  /** The row of a project that the caller has locked and may read. */
  present(id: string, caller: Caller): Promise<ProjectRow> {
    return this.database.sql
      .selectFrom('projects')
      .selectAll('projects')
      .select(relatedColumns(caller.userId))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }
}
