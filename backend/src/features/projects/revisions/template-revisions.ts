import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { TemplatesService } from '../../frameworks/templates.service.js';
import { ProjectRevisionEntity } from '../project.entity.js';
import type { ProjectRow } from '../project-row.js';

/** Labels revisions whose text equals a starter template. */
@Injectable()
export class TemplateRevisions {
  constructor(
    private readonly database: Database,
    private readonly templates: TemplatesService,
  ) {}

  /** Call it in the transaction of a save that changed these fields. */
  async label(
    row: Pick<ProjectRow, 'id' | 'version' | 'html' | 'css' | 'js'>,
    changed: readonly string[],
  ): Promise<void> {
    if (!['html', 'css', 'js'].some((field) => changed.includes(field))) return;
    const template = await this.templates.nameOf(row);
    if (template === null) return;
    const stored = { project: row.id, version: row.version };
    await this.database.em.nativeUpdate(ProjectRevisionEntity, stored, { change: 'template', template });
  }
}
