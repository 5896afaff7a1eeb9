import { Injectable } from '@nestjs/common';
import type { AuditAction } from '@studio/contract/http/audit';
import type { Report, Resolution } from '@studio/contract/http/reports';
import { type FilterObject, sql } from 'kysely';
import { EventPublisher, type ProjectAudience } from '../../common/domain-events.js';
import { ApiError } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { now } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { ActivityService } from '../activity/activity.service.js';
import { type AuditedAction, AuditLogService } from '../audit/audit-log.service.js';
import { ProjectReports } from './project-reports.js';
import { assertAsShown, assertDecides } from './report.policy.js';
import { TakedownsService } from './takedowns.service.js';

const stateAfter = { dismiss: 'dismissed', remove: 'removed', reinstate: 'reinstated' } as const;

/** Projects that a decision has hidden or shown again. */
interface Effects {
  hidden: ProjectAudience[];
  unhidden: ProjectAudience[];
}
const noEffects: Effects = { hidden: [], unhidden: [] };

/** Decides reports and appeals, each once, with all consequences in one transaction. */
@Injectable()
export class ReportDecisions {
  constructor(
    private readonly database: Database,
    private readonly reports: ProjectReports,
    private readonly takedowns: TakedownsService,
    private readonly audit: AuditLogService,
    private readonly activity: ActivityService,
    private readonly events: EventPublisher,
  ) {}

  /**
   * For a report: dismisses it, or takes the project down, which also decides all other open reports of it. For an
   * appeal: dismisses it, or reinstates the project.
   * @throws ApiError 404, 400 for the wrong kind of decision, 409 where it was decided already or has changed.
   */
  async resolve(id: string, { userId }: Caller, { action, note, shown }: Resolution): Promise<Report> {
    const { report, effects } = await this.database.transaction(async () => {
      const before = await this.#lock(id);
      assertDecides(action, before.kind);
      if (before.state !== 'open')
        throw new ApiError(
          409,
          'already_resolved',
          `This ${before.kind} has already been decided. Reload the list.`,
        );
      const effects = await this.#carryOut(before, userId, action, note);
      // Compared only now: closing the report waits for its author, who may just be replacing it.
      const report = await this.reports.read(id);
      if (shown) assertAsShown(report, shown);
      const subject = { kind: 'report', id, name: report.project.title } as const;
      await this.activity.recordAndPublish({ type: 'report-resolved', actor: userId, subject });
      return { report, effects };
    });
    const { hidden, unhidden } = effects;
    if (hidden.length > 0) this.events.publish('projects.hidden', { projects: hidden });
    if (unhidden.length > 0) this.events.publish('projects.unhidden', { projects: unhidden });
    const { id: projectId, owner } = report.project;
    if (report.kind === 'appeal') this.events.publish('appeal.decided', { projectId, ownerId: owner.id });
    return report;
  }

  async #carryOut(
    report: Report,
    admin: string,
    action: Resolution['action'],
    note: string,
  ): Promise<Effects> {
    const { id, title } = report.project;
    const entry = (
      did: AuditAction,
      kind: 'project' | 'report',
      subjectId: string,
      name = title,
    ): AuditedAction => ({
      actor: admin,
      action: did,
      subject: { kind, id: subjectId, name },
      reason: note,
    });
    if (action === 'dismiss') {
      await this.#close({ id: report.id }, admin, action, note);
      const did = report.kind === 'report' ? 'report.dismissed' : 'appeal.rejected';
      await this.audit.record(entry(did, 'report', report.id));
      return noEffects;
    }
    if (action === 'reinstate') {
      await this.#close({ id: report.id }, admin, action, note);
      await this.audit.record(entry('project.reinstated', 'project', id));
      return { ...noEffects, unhidden: await this.takedowns.reinstate(id) };
    }
    // The project first: its lock waits for reports that are being filed, and later ones find it hidden.
    const key = { id, rev: report.published?.rev ?? null };
    const hidden = await this.takedowns.takeDown(key, report.reason, note);
    const upheld = await this.#close({ project_id: id, kind: 'report', state: 'open' }, admin, action, note);
    await this.audit.record(entry('project.removed', 'project', id));
    await this.audit.recordAll(
      upheld.map((other) => entry('report.upheld', 'report', other.id, other.title)),
    );
    return { ...noEffects, hidden };
  }

  /**
   * Locks the project's evidence, so that decisions on one project run one by one even after it is deleted. With
   * kysely: in a fixed order.
   */
  async #lock(id: string): Promise<Report> {
    await this.database.sql
      .selectFrom('report_evidence')
      .select('id')
      .where('project_id', '=', (of) => of.selectFrom('reports').select('project_id').where('id', '=', id))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    return this.reports.read(id);
  }

  /** With kysely: one statement, however many there are, which may be thousands. @returns each with what it reported. */
  async #close(
    which: FilterObject<Tables, 'reports'>,
    admin: string,
    action: Resolution['action'],
    note: string,
  ): Promise<{ id: string; title: string }[]> {
    return this.database.sql
      .updateTable('reports')
      .set({ state: stateAfter[action], resolved_by: admin, resolved_at: now(), resolution_note: note })
      .where((is) => is.and(which))
      .returning([
        'id',
        sql<string>`(select title from report_evidence e where e.id = reports.evidence_id)`.as('title'),
      ])
      .execute();
  }
}
