import { Injectable } from '@nestjs/common';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project } from '@studio/contract/http/projects';
import { Database } from '../../../database/database.js';
import { mayEmbed } from '../project.policy.js';
import { type ProjectRow, rightsOf } from '../project-row.js';

/** One version of a project, without its sources: what decides who sees its page, and which page that is. */
export interface ProjectVersion {
  id: string;
  ownerId: string;
  version: number;
  framework: FrameworkConfig['framework'];
}

export const versionColumns = [
  'id',
  'user_id',
  'version',
  'is_public',
  'is_embeddable',
  'framework_config',
] as const satisfies (keyof ProjectRow)[];

/**
 * Stored projects as their own pages need them: first which version it is, and its sources only if that page has not
 * been compiled yet. With kysely: some columns, on the way of every embed.
 */
@Injectable()
export class RenderedProjectsService {
  constructor(private readonly database: Database) {}

  /** A project that may be embedded; null for any other id. */
  async findEmbeddable(id: string): Promise<ProjectVersion | null> {
    const row = await this.database.sql
      .selectFrom('projects')
      .select(versionColumns)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row && mayEmbed(rightsOf(row)) ? presentVersion(row) : null;
  }

  /** The sources of a version that somebody may see; null where the project has changed or gone since. */
  async readSource({
    id,
    version,
  }: ProjectVersion): Promise<Pick<Project, 'html' | 'css' | 'js' | 'frameworkConfig'> | null> {
    const row = await this.database.sql
      .selectFrom('projects')
      .select(['html', 'css', 'js', 'framework_config as frameworkConfig'])
      .where('id', '=', id)
      // Whoever hides a project, or writes what is for nobody to see, makes a new version of it.
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .where('withheld_by', 'is', null)
      .executeTakeFirst();
    return row ?? null;
  }
}

export function presentVersion(row: Pick<ProjectRow, (typeof versionColumns)[number]>): ProjectVersion {
  return {
    id: row.id,
    ownerId: row.user_id,
    version: row.version,
    framework: row.framework_config.framework,
  };
}
