import { type InferEntity, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Page, PageQuery } from '@studio/contract/http/paging';
import type { Project, SaveHeaders } from '@studio/contract/http/projects';
import type {
  Publication,
  PublishedVersion,
  Revision,
  RevisionName,
  RevisionParams,
  RevisionSummary,
  SeenRevision,
} from '@studio/contract/http/revisions';
import { limits } from '@studio/contract/limits';
import { EventPublisher } from '../../../common/domain-events.js';
import { ApiError, notFound } from '../../../common/errors/api-error.js';
import type { Caller, Viewer } from '../../../common/http/caller.js';
import { readPage } from '../../../common/read-page.js';
import { ResponseCache } from '../../../common/response-cache.js';
import { toIsoTime } from '../../../common/text-format.js';
import { entityClock } from '../../../database/clock.js';
import { Database } from '../../../database/database.js';
import { AssetHoldsService } from '../../assets/asset-holds.service.js';
import { ServedAssetsService } from '../../assets/served-assets.service.js';
import { ProjectViewsService } from '../counters/project-views.service.js';
import { ProjectEntity, ProjectRevisionEntity, sourceFields } from '../project.entity.js';
import { assertMayChange, assertMayReadHistory } from '../project.policy.js';
import { publishedVersion, rightsFields, rightsOfEntity, versionContent } from '../project-row.js';
import { ProjectsService } from '../projects.service.js';
import { ProjectSaves } from '../saving/project-saves.js';
import { PublishingLimits } from '../saving/publishing-limits.js';
import { filesNamedIn } from './files-named-in.js';

type StoredRevision = InferEntity<typeof ProjectRevisionEntity>;

/**
 * The history of a project, for its owner and admins; only the owner can restore, name and publish
 * (specification: Revisions).
 */
@Injectable()
export class ProjectRevisions {
  constructor(
    private readonly database: Database,
    private readonly saves: ProjectSaves,
    private readonly publishing: PublishingLimits,
    private readonly files: ServedAssetsService,
    private readonly holds: AssetHoldsService,
    private readonly projects: ProjectsService,
    private readonly views: ProjectViewsService,
    private readonly cache: ResponseCache,
    private readonly events: EventPublisher,
  ) {}

  /** A page of revisions, the newest first. @throws ApiError 404, 403 */
  async list(id: string, caller: Caller, query: PageQuery): Promise<Page<RevisionSummary>> {
    await this.#readable(id, caller);
    const { em } = this.database;
    const count = () => em.count(ProjectRevisionEntity, { project: id });
    return readPage(query, count, async (range) => {
      const latest = { ...range, orderBy: { rev: 'desc' } } as const;
      return (await em.find(ProjectRevisionEntity, { project: id }, latest)).map(presentSummary);
    });
  }

  /** @throws ApiError 404, 403 */
  async read({ id, rev }: RevisionParams, caller: Caller): Promise<Revision> {
    await this.#readable(id, caller);
    const revision = await this.#find(id, rev);
    const { html, css, js, frameworkConfig } = revision;
    const missingFiles = await this.#missingFiles([html, css, js]);
    return { ...presentSummary(revision), html, css, js, frameworkConfig, missingFiles };
  }

  /**
   * Names a revision, or removes its name.
   * @throws ApiError 404, 403, 409 where it is published or has changed since the caller read it, 413 for too many names
   */
  async name(
    { id, rev }: RevisionParams,
    caller: Caller,
    { name, version }: RevisionName,
  ): Promise<RevisionSummary> {
    return this.database.transactionOn([caller.userId, id], async () => {
      const { em } = this.database;
      const project = await this.#readable(id, caller, LockMode.PESSIMISTIC_WRITE);
      assertMayChange(rightsOfEntity(project), caller);
      const revision = await em.findOne(ProjectRevisionEntity, { project: id, rev });
      if (!revision) throw notFound();
      assertSeen(revision, version);
      if (name === null && revision.publishedAt)
        throw new ApiError(
          409,
          'published',
          'A published version needs a name. Enter another name instead of removing it.',
        );
      revision.name = name;
      await em.flush();
      if (name !== null) await this.#assertRoomForName(id);
      return presentSummary(revision);
    });
  }

  /**
   * Publishes a revision with its files, and tells moderators (specification: Revisions, Moderation).
   * @throws ApiError 404, 403, 409 where its text has changed since the caller read it, 413, 429
   */
  async publish(
    { id, rev }: RevisionParams,
    caller: Caller,
    { name, version }: Publication,
  ): Promise<RevisionSummary> {
    const published = await this.database.transactionOn([caller.userId, id], async () => {
      await this.publishing.lockOwner(caller.userId);
      const project = await this.#readable(id, caller, LockMode.PESSIMISTIC_WRITE);
      const rights = rightsOfEntity(project);
      assertMayChange(rights, caller);
      const revision = await this.database.em.findOne(ProjectRevisionEntity, { project: id, rev });
      if (!revision) throw notFound();
      assertSeen(revision, version);
      const isNew = !revision.publishedAt;
      if (isNew && (rights.isPublic || rights.isEmbeddable))
        await this.publishing.recordPublication(caller.userId, {
          id,
          title: `${revision.title} (version ${rev})`,
        });
      revision.name = name;
      revision.publishedAt ??= entityClock.now();
      await this.database.em.flush();
      await this.#assertRoomForName(id);
      // A published text does not change, and to look for its files takes long where it is long.
      if (isNew) await this.holds.holdNamedIn({ id, userId: caller.userId }, rev);
      return presentSummary(revision);
    });
    // The cache may have a response from before the publication.
    this.cache.clear();
    return published;
  }

  /**
   * Withdraws a published version: its address stops working, and open pages close it. The revision keeps its name
   * and its files, so that it can be published again under the same number (specification: Revisions).
   * @throws ApiError 404, 403
   */
  async withdraw({ id, rev }: RevisionParams, caller: Caller): Promise<RevisionSummary> {
    return this.database.transactionOn([caller.userId, id], async () => {
      const { em } = this.database;
      const project = await this.#readable(id, caller, LockMode.PESSIMISTIC_WRITE);
      const rights = rightsOfEntity(project);
      assertMayChange(rights, caller);
      const revision = await em.findOne(ProjectRevisionEntity, { project: id, rev });
      if (!revision?.publishedAt) throw notFound();
      revision.publishedAt = null;
      await em.flush();
      this.database.afterCommit(() => {
        this.cache.clear();
        this.events.publish('project.version-withdrawn', { project: { projectId: id, ...rights }, rev });
      });
      return presentSummary(revision);
    });
  }

  /** A published version of a project that the viewer may read. Counts a view. @throws ApiError 404 */
  async readPublished({ id, rev }: RevisionParams, viewer: Viewer): Promise<PublishedVersion> {
    const project = await this.projects.find(id, viewer.caller);
    const version = await publishedVersion(this.database, id, rev)
      .select(versionContent)
      .select(['name', 'published_at'])
      .executeTakeFirst();
    if (!version?.published_at) throw notFound();
    await this.views.count(project, viewer);
    const { title, html, css, js } = version;
    return {
      id,
      rev,
      name: version.name ?? title,
      publishedAt: toIsoTime(version.published_at),
      title,
      username: project.username,
      isEmbeddable: project.is_embeddable,
      html,
      css,
      js,
      frameworkConfig: version.framework_config,
    };
  }

  /** Saves the revision's text as a manual save. @throws ApiError 404, 403, 409 */
  async restore(
    { id, rev }: RevisionParams,
    caller: Caller,
    headers: SaveHeaders,
    { version }: SeenRevision,
  ): Promise<Project> {
    const project = await this.#readable(id, caller);
    assertMayChange(rightsOfEntity(project), caller);
    const revision = await this.#find(id, rev);
    assertSeen(revision, version);
    const { title, html, css, js, frameworkConfig } = revision;
    const content = { title, html, css, js, frameworkConfig };
    const asManualSave = { ...headers, 'x-save-kind': 'manual' } as const;
    return this.saves.save(id, caller, content, asManualSave, savedAt(revision));
  }

  /**
   * The project, if the caller may see its history. With a lock, nobody else can change it until the transaction
   * ends.
   */
  async #readable(id: string, caller: Caller, lockMode: LockMode = LockMode.NONE) {
    const project = await this.database.em.findOne(
      ProjectEntity,
      { id, deletedAt: null },
      { fields: rightsFields, lockMode },
    );
    if (!project) throw notFound();
    assertMayReadHistory(rightsOfEntity(project), caller);
    return project;
  }

  /** A revision with its sources. */
  async #find(id: string, rev: number): Promise<StoredRevision> {
    const revision = await this.database.em.findOne(
      ProjectRevisionEntity,
      { project: id, rev },
      { populate: sourceFields },
    );
    if (!revision) throw notFound();
    return revision;
  }

  /** Checks the number of named revisions after one was added. The project must be locked. @throws ApiError 413 */
  async #assertRoomForName(id: string): Promise<void> {
    const named = await this.database.em.count(ProjectRevisionEntity, { project: id, name: { $ne: null } });
    if (named > limits.namedRevisions)
      throw new ApiError(
        413,
        'quota_exceeded',
        `A project can have at most ${limits.namedRevisions} named versions. Remove the name of another one first.`,
      );
  }

  async #missingFiles(sources: string[]): Promise<string[]> {
    const named = filesNamedIn(sources);
    const served = await this.files.served([...named.keys()]);
    return [...named]
      .filter(([id]) => !served.has(id))
      .map(([, name]) => name)
      .slice(0, missingFilesReported);
  }
}

const missingFilesReported = 20;

/** @throws ApiError 409 where the revision has changed since that version of it */
function assertSeen(revision: { version: number }, version: number | undefined): void {
  if (version !== undefined && revision.version !== version)
    throw new ApiError(
      409,
      'revision_changed',
      'This version was saved again in the meantime. Look at it again, then repeat.',
    );
}

/** When the text of a revision was saved. */
function savedAt({ createdAt, changedAt }: StoredRevision): Date {
  return changedAt ?? createdAt;
}

function presentSummary(revision: StoredRevision): RevisionSummary {
  const { rev, kind, change, template = null, name = null, title, version } = revision;
  return {
    rev,
    createdAt: revision.createdAt.toISOString(),
    changedAt: savedAt(revision).toISOString(),
    kind,
    change,
    template,
    restoredFrom: revision.restoredFrom?.toISOString() ?? null,
    name,
    publishedAt: revision.publishedAt?.toISOString() ?? null,
    title,
    version,
  };
}
