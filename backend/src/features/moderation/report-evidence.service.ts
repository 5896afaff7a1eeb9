import { Injectable } from '@nestjs/common';
import type { Evidence } from '@studio/contract/http/reports';
import { sql } from 'kysely';
import { notFound } from '../../common/api-error.js';
import { newId } from '../../common/ids.js';
import { Database } from '../../database/database.js';

/** What projects were when they were reported, whatever their owners do afterwards. */
@Injectable()
export class ReportEvidence {
  constructor(private readonly database: Database) {}

  /** Keeps a project as it is now, inside the transaction that needs it. @returns the evidence's id, the same for each version. */
  async freeze(projectId: string): Promise<string> {
    await sql`
      insert into report_evidence (id, project_id, version, owner_id, owner_name, title, description, tags, html, css, js, framework_config)
      select ${newId()}, p.id, p.version, p.user_id, u.username, p.title, p.description, p.tags, p.html, p.css, p.js, p.framework_config
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

  /** What a report is about. @throws ApiError 404 */
  async of(reportId: string): Promise<Evidence> {
    const row = await this.database.sql
      .selectFrom('reports')
      .innerJoin('report_evidence as e', 'e.id', 'reports.evidence_id')
      .select([
        'e.title',
        'e.description',
        'e.tags',
        'e.html',
        'e.css',
        'e.js',
        'e.framework_config',
        'e.version',
      ])
      .where('reports.id', '=', reportId)
      .executeTakeFirst();
    if (!row) throw notFound();
    const { framework_config: frameworkConfig, ...evidence } = row;
    return { ...evidence, frameworkConfig };
  }
}
