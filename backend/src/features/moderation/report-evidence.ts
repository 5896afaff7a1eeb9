import { Injectable } from '@nestjs/common';
import { durations } from '@studio/contract/durations';
import type { Evidence } from '@studio/contract/http/reports';
import type { ProjectKey } from '@studio/contract/project-key';
import { sql } from 'kysely';
import { notFound } from '../../common/errors/api-error.js';
import { HousekeepingJob } from '../../common/housekeeping-job.js';
import { newId } from '../../common/ids.js';
import { ago } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { ReportEntity, type ReportedDetails } from './report.entity.js';

/** Versions for each transaction, so that others do not wait long for their locks. */
const batchSize = 500;

/** Copies of projects as they were reported, whatever their owners change afterwards. */
@Injectable()
export class ReportEvidence {
  constructor(private readonly database: Database) {}

  /**
   * Copies a project as it is now, or a published version of it, inside the caller's transaction. With kysely: the
   * database copies the row itself.
   * @returns the id of the evidence; one per version of the project. A revision has the version that its save made.
   * `details` are the project's, where the evidence has others: they change while a published version stays the same.
   */
  async freeze({ id, rev }: ProjectKey): Promise<{ evidenceId: string; details: ReportedDetails | null }> {
    const source =
      rev === null
        ? sql`(select version, title, html, css, js, framework_config from projects where id = ${id})`
        : sql`(select version, title, html, css, js, framework_config from project_revisions where project_id = ${id} and rev = ${rev})`;
    // The files that a published version names are among those that the project holds, so nobody searches its code.
    const files = sql.table(rev === null ? 'project_asset_references' : 'asset_holds');
    await sql`
      insert into report_evidence (id, project_id, version, owner_id, owner_name, title, description, tags, html, css, js, framework_config, asset_ids)
      select ${newId()}, p.id, v.version, p.user_id, u.username, v.title, p.description, p.tags, v.html, v.css, v.js, v.framework_config,
        array(select asset_id from ${files} where project_id = p.id)
      from projects p join users u on u.id = p.user_id cross join ${source} v
      where p.id = ${id}
      on conflict (project_id, version) do nothing`.execute(this.database.sql);
    const { rows } = await sql<{ evidenceId: string; details: ReportedDetails | null }>`
      select e.id as "evidenceId",
        case when (p.description, p.tags) is distinct from (e.description, e.tags)
          then jsonb_build_object('description', p.description, 'tags', p.tags) end as details
      from report_evidence e join projects p on p.id = e.project_id join ${source} v on v.version = e.version
      where p.id = ${id}`.execute(this.database.sql);
    const [frozen] = rows;
    if (!frozen) throw new Error(`There is no evidence of the version of ${id} that was just copied`);
    return frozen;
  }

  /**
   * Empties the code of versions without a report, because its author has reported another version. The list of their
   * files is kept. The newest version, which has no revision where only visibility, description or tags were saved, and
   * those of the history keep their code: others can still report them. With kysely: skips rows that a decision has
   * locked.
   * @param except the version that was just reported, which somebody else may be reporting.
   */
  async emptyUnused(projectId: string, except: string): Promise<void> {
    await sql`
      update report_evidence set html = '', css = '', js = '' where id in (
        select id from report_evidence e
        where project_id = ${projectId} and id <> ${except} and (html, css, js) <> ('', '', '')
          and not exists (select from reports where evidence_id = e.id)
          and not exists (select from projects p where p.id = e.project_id and p.version = e.version)
          and not exists (select from project_revisions v where v.project_id = e.project_id and v.version = e.version)
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
    for (let pruned = batchSize; pruned === batchSize; ) {
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
        order by created_at limit ${batchSize} for update skip locked`.execute(this.database.sql);
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
    const { title, html, css, js, frameworkConfig, version } = report.evidence;
    const { description, tags } = report.details ?? report.evidence;
    return {
      title,
      description,
      tags,
      html,
      css,
      js,
      frameworkConfig,
      version,
      picture: report.picture ?? null,
    };
  }
}
