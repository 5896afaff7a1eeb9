import { Injectable } from '@nestjs/common';
import type { AppealInput, ReportReason, Takedown } from '@studio/contract/http/reports';
import type { ProjectAudience } from '../../common/domain-events.js';
import { ApiError, notFound } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { newId } from '../../common/ids.js';
import { Database } from '../../database/database.js';
import { ActivityService } from '../activity/activity.service.js';
import { AssetBlocksService } from '../assets/asset-blocks.service.js';
import { ProjectHidingService } from '../projects/project-hiding.service.js';
import { iso } from './project-reports.js';
import { ReportEvidence } from './report-evidence.js';

/** Projects that are taken down: what that does to them, and what their owners may say (ADR 21). */
@Injectable()
export class TakedownsService {
  constructor(
    private readonly database: Database,
    private readonly hiding: ProjectHidingService,
    private readonly blocks: AssetBlocksService,
    private readonly evidence: ReportEvidence,
    private readonly activity: ActivityService,
  ) {}

  /** Whether this project, which may be gone for good, was taken down. */
  async isTakenDown(projectId: string): Promise<boolean> {
    const takedown = await this.database.sql
      .selectFrom('takedowns')
      .select('project_id')
      .where('project_id', '=', projectId)
      .executeTakeFirst();
    return takedown !== undefined;
  }

  /**
   * Withholds a project and its files, inside the transaction of the decision.
   * @returns what was on show until now: to be published as `project.hidden`.
   */
  async takeDown(projectId: string, reason: ReportReason, note: string): Promise<ProjectAudience[]> {
    const shown = await this.hiding.hide({ projectId }, 'takedown');
    await this.database.sql
      .insertInto('takedowns')
      .values({ project_id: projectId, reason, note })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const versions = await this.#versions(projectId);
    const ownerId = versions[0]?.owner_id;
    const sources = versions.flatMap(({ html, css, js }) => [html, css, js]);
    if (ownerId !== undefined) await this.blocks.block({ projectId, ownerId, sources });
    return shown;
  }

  /**
   * Gives everything back as it was, inside the transaction of the decision.
   * @returns what is on show again: to be published as `project.unhidden`.
   */
  async reinstate(projectId: string): Promise<ProjectAudience[]> {
    await this.database.sql.deleteFrom('takedowns').where('project_id', '=', projectId).execute();
    await this.blocks.unblock(projectId);
    return this.hiding.unhide({ projectId }, 'takedown');
  }

  /** Why one's own project was taken down. @throws ApiError 404 */
  async read(projectId: string, caller: Caller): Promise<Takedown> {
    const row = await this.#own(projectId, caller)
      .leftJoin('reports as appeal', 'appeal.id', 't.appeal_id')
      .select(['t.reason', 't.note', 't.created_at'])
      .select(['appeal.note as appeal_note', 'appeal.created_at as appealed_at', 'appeal.state'])
      .executeTakeFirst();
    if (!row) throw notFound();
    const { reason, note, appeal_note, appealed_at, state } = row;
    const appeal =
      appeal_note === null || appealed_at === null
        ? null
        : {
            note: appeal_note,
            at: iso(appealed_at),
            state: state === 'open' ? ('open' as const) : ('rejected' as const),
          };
    return { reason, note, at: iso(row.created_at), appeal };
  }

  /** The owner's objection, once for each takedown. @throws ApiError 404, 409 */
  async appeal(projectId: string, caller: Caller, { note }: AppealInput): Promise<Takedown> {
    await this.database.transaction(async () => {
      const takedown = await this.#own(projectId, caller)
        .select(['t.reason', 't.appeal_id', 'projects.title'])
        .forUpdate('t')
        .executeTakeFirst();
      if (!takedown) throw notFound();
      if (takedown.appeal_id !== null)
        throw new ApiError(
          409,
          'already_appealed',
          'You have already appealed. The moderators decide on an appeal once.',
        );
      const id = newId();
      await this.database.sql
        .insertInto('reports')
        .values({
          id,
          kind: 'appeal',
          project_id: projectId,
          evidence_id: await this.evidence.freeze(projectId),
          reporter_id: caller.userId,
          reason: takedown.reason,
          note,
          state: 'open',
          resolution_note: '',
        })
        .execute();
      await this.database.sql
        .updateTable('takedowns')
        .set({ appeal_id: id })
        .where('project_id', '=', projectId)
        .execute();
      const subject = { kind: 'report', id, name: takedown.title } as const;
      await this.activity.recordAndPublish({ type: 'report-filed', actor: caller.userId, subject });
    });
    return this.read(projectId, caller);
  }

  #own(projectId: string, { userId }: Caller) {
    return this.database.sql
      .selectFrom('takedowns as t')
      .innerJoin('projects', 'projects.id', 't.project_id')
      .where('projects.id', '=', projectId)
      .where('projects.user_id', '=', userId)
      .where('projects.deleted_at', 'is', null);
  }

  /** As it is, if it is still there, and as it was reported: taking a file out of the code afterwards does not save it. */
  #versions(projectId: string) {
    return this.database.sql
      .selectFrom('report_evidence')
      .select(['owner_id', 'html', 'css', 'js'])
      .where('project_id', '=', projectId)
      .unionAll(
        this.database.sql
          .selectFrom('projects')
          .select(['user_id as owner_id', 'html', 'css', 'js'])
          .where('id', '=', projectId),
      )
      .execute();
  }
}
