import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { TemplatesService } from '../../frameworks/templates.service.js';
import type { ProjectRow } from '../project-row.js';

/** Tells of a revision that it is a starter template: what was saved is compared, nobody has to say so. */
@Injectable()
export class RevisedByTemplate {
  constructor(
    private readonly database: Database,
    private readonly templates: TemplatesService,
  ) {}

  /** In the transaction of a save that changed these fields. */
  async note(
    row: Pick<ProjectRow, 'id' | 'version' | 'html' | 'css' | 'js'>,
    changed: readonly string[],
  ): Promise<void> {
    if (!['html', 'css', 'js'].some((field) => changed.includes(field))) return;
    const template = await this.templates.nameOf(row);
    if (template === null) return;
    await this.database.sql
      .updateTable('project_revisions')
      .set({ change: 'template', template })
      .where('project_id', '=', row.id)
      .where('version', '=', row.version)
      .execute();
  }
}
