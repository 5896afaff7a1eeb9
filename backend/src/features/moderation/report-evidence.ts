import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import type { Evidence } from '@studio/contract/http/reports';
import { sql } from 'kysely';
import { notFound } from '../../common/errors/api-error.js';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { newId } from '../../common/ids.js';
import { ago } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { ReportEntity } from './report.entity.js';

/** Versions for each transaction, so that others do not wait long for their locks. */
const prunedAtOnce = 500;

/** Copies of projects as they were reported, whatever their owners change afterwards. */
@Injectable()
export class ReportEvidence {
  constructor(private readonly database: Database) {}

  /**
   * Copies a project as it is now, inside the caller's transaction. With kysely: the database copies the row itself.
   * @returns the id of the evidence; one per version of the project.
   */
  async freeze(projectId: string): Promise<string> {
    await sql`
      insert into report_evidence (id, project_id, version, owner_id, owner_name, title, description, tags, html, css, js, framework_config, asset_ids)
      select ${newId()}, p.id, p.version, p.user_id, u.username, p.title, p.description, p.tags, p.html, p.css, p.js, p.framework_config,
        array(select asset_id from project_asset_references where project_id = p.id)
      from projects p join users u on u.id = p.user_id
      where p.id = ${projectId}
      on conflict (project_id, version) do nothing`.execute(this.database.sql);
    const { id } = await this.database.sql
      .selectFrom('report_evidence')
      .innerJoin('projects', (join) =>
        join
          .onRef('projects.id', '=', 'report_evidence.project_id')
          .onRef('projects.version', '=', 'report_evidence.version'),
      )
      .select('report_evidence.id')
      .where('projects.id', '=', projectId)
      .executeTakeFirstOrThrow();
    return id;
  }

  /**
   * Empties the code of versions without a report, because its author has reported a newer version. The list of their
   * files is kept. With kysely: skips rows that a decision has locked.
   * @param except the present version of the project, which somebody else may be reporting.
   */
  async emptyUnused(projectId: string, except: string): Promise<void> {
    await sql`
      update report_evidence set html = '', css = '', js = '' where id in (
        select id from report_evidence e
        where project_id = ${projectId} and id <> ${except} and (html, css, js) <> ('', '', '')
          and not exists (select from reports where evidence_id = e.id)
        for no key update skip locked)`.execute(this.database.sql);
  }

  /** The owner of a project and the files that its code named in all reported versions. With kysely: unnests arrays. */
  async filesOf(projectId: string): Promise<{ ownerId: string; assetIds: string[] }> {
    return this.database.sql
      .selectFrom('report_evidence')
      .select('owner_id as ownerId')
      .select(
        sql<string[]>`array(
          select distinct unnest(asset_ids) from report_evidence where project_id = ${projectId})`.as(
          'assetIds',
        ),
      )
      .where('project_id', '=', projectId)
      .limit(1)
      .executeTakeFirstOrThrow();
  }

  /**
   * Deletes evidence half a year after the decision, with its reports. Evidence of open reports is kept, and of projects
   * that are taken down for as long as they exist, for the appeal.
   */
  @HousekeepingJob({ name: 'evidence', cron: '39 3 * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    for (let pruned = prunedAtOnce; pruned === prunedAtOnce; ) {
      signal.throwIfAborted();
      pruned = await this.#pruneSome();
    }
  }

  /** @returns how many versions went. */
  #pruneSome(): Promise<number> {
    return this.database.transaction(async () => {
      const { rows } = await sql<{ id: string }>`
        select id from report_evidence e
        where created_at <= ${ago(durations.evidence)}
          and not exists (select from takedowns t join projects p on p.id = t.project_id where p.id = e.project_id)
          and not exists (
            select from reports
            where evidence_id = e.id and (state = 'open' or resolved_at > ${ago(durations.evidence)}))
        order by created_at limit ${prunedAtOnce} for update skip locked`.execute(this.database.sql);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) {
        await this.database.sql.deleteFrom('reports').where('evidence_id', 'in', ids).execute();
        await this.database.sql.deleteFrom('report_evidence').where('id', 'in', ids).execute();
      }
      return ids.length;
    });
  }

  /** The evidence of a report. @throws ApiError 404 */
  async read(reportId: string): Promise<Evidence> {
    const report = await this.database.em.findOne(ReportEntity, reportId, { populate: ['evidence'] });
    if (!report) throw notFound();
    const { title, description, tags, html, css, js, frameworkConfig, version } = report.evidence;
    return { title, description, tags, html, css, js, frameworkConfig, version };
  }
}
