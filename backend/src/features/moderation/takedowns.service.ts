import { type InferEntity, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { AppealInput, ReportReason, Takedown } from '@studio/contract/http/reports';
import type { ProjectKey } from '@studio/contract/project-key';
import type { ProjectAudience } from '../../common/domain-events.js';
import { ApiError, notFound } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { newId } from '../../common/ids.js';
import { Database } from '../../database/database.js';
import { ActivityService } from '../activity/activity.service.js';
import { AssetBlocksService } from '../assets/asset-blocks.service.js';
import { ProjectEntity } from '../projects/project.entity.js';
import { ProjectHidingService } from '../projects/project-hiding.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { ReportEntity, TakedownEntity } from './report.entity.js';
import { ReportEvidence } from './report-evidence.js';

/** Takes projects down and reinstates them, and accepts their owners' appeals (ADR 21). */
@Injectable()
export class TakedownsService {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
    private readonly hiding: ProjectHidingService,
    private readonly blocks: AssetBlocksService,
    private readonly evidence: ReportEvidence,
    private readonly activity: ActivityService,
  ) {}

  /** Whether this project was taken down; it may have been deleted since. */
  async isTakenDown(projectId: string): Promise<boolean> {
    return (await this.database.em.count(TakedownEntity, projectId)) > 0;
  }

  /**
   * Hides a project with all its versions and blocks its files, inside the transaction of the decision.
   * @param key the version that it is decided for.
   * @returns the project, unless it was taken down already, for the caller to publish as `projects.hidden`.
   */
  async takeDown(
    { id: projectId, rev }: ProjectKey,
    reason: ReportReason,
    note: string,
  ): Promise<ProjectAudience[]> {
    const hidden = await this.hiding.hide({ projectId }, 'takedown');
    // With kysely: a project that is already taken down keeps its first reason.
    await this.database.sql
      .insertInto('takedowns')
      .values({ project_id: projectId, rev, reason, note })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { ownerId, assetIds } = await this.evidence.filesOf(projectId);
    await this.blocks.block({ projectId, ownerId, reported: assetIds });
    return hidden;
  }

  /**
   * Shows a project and its files again, inside the transaction of the decision.
   * @returns the projects that are visible again, for the caller to publish as `projects.unhidden`.
   */
  async reinstate(projectId: string): Promise<ProjectAudience[]> {
    await this.database.em.nativeDelete(TakedownEntity, projectId);
    await this.blocks.unblock(projectId);
    return this.hiding.unhide({ projectId }, 'takedown');
  }

  /** Why the caller's own project was taken down. @throws ApiError 404 */
  async read(projectId: string, caller: Caller): Promise<Takedown> {
    await this.#findOwn(projectId, caller);
    const takedown = await this.database.em.findOne(TakedownEntity, projectId, { populate: ['appeal'] });
    if (!takedown) throw notFound();
    const { rev = null, reason, note, createdAt, appeal } = takedown;
    return { rev, reason, note, at: createdAt.toISOString(), appeal: appeal ? presentAppeal(appeal) : null };
  }

  /** Files the owner's appeal, once per takedown. @throws ApiError 404, 409 */
  async appeal(projectId: string, caller: Caller, { note }: AppealInput): Promise<Takedown> {
    await this.database.transactionOn([caller.userId, projectId], async () => {
      const { em } = this.database;
      // Locked, so that it has one version while that is copied.
      const { title } = await this.#findOwn(projectId, caller, LockMode.PESSIMISTIC_READ);
      const takedown = await em.findOne(TakedownEntity, projectId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!takedown) throw notFound();
      if (takedown.appeal)
        throw new ApiError(
          409,
          'already_appealed',
          'You have already appealed. Each decision can be appealed only once.',
        );
      const id = newId();
      const decided = { id: projectId, rev: takedown.rev ?? null };
      // A version that its owner has withdrawn since would not come back with the project.
      const key = (await this.projects.isPublished(decided)) ? decided : { id: projectId, rev: null };
      const { evidenceId, details } = await this.evidence.freeze(key);
      takedown.appeal = em.create(ReportEntity, {
        id,
        kind: 'appeal',
        projectId,
        rev: key.rev,
        evidence: evidenceId,
        details,
        reporter: caller.userId,
        reason: takedown.reason,
        note,
        state: 'open',
        resolutionNote: '',
      });
      const subject = { kind: 'report', id, name: title } as const;
      await this.activity.recordAndPublish({ type: 'report-filed', actor: caller.userId, subject });
    });
    return this.read(projectId, caller);
  }

  /** @throws ApiError 404 */
  async #findOwn(
    projectId: string,
    { userId }: Caller,
    lockMode = LockMode.NONE,
  ): Promise<{ title: string }> {
    const own = { id: projectId, user: userId, deletedAt: null };
    const project = await this.database.em.findOne(ProjectEntity, own, { fields: ['title'], lockMode });
    if (!project) throw notFound();
    return project;
  }
}

/** A granted appeal never gets here: its takedown is deleted. */
function presentAppeal(appeal: InferEntity<typeof ReportEntity>): Takedown['appeal'] {
  const { note, createdAt, state, resolutionNote } = appeal;
  return {
    note,
    at: createdAt.toISOString(),
    state: state === 'open' ? 'open' : 'rejected',
    rejectionReason: resolutionNote,
  };
}
