import { Injectable } from '@nestjs/common';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project } from '@studio/contract/http/projects';
import type { ProjectKey } from '@studio/contract/project-key';
import { Database } from '../../../database/database.js';
import { mayEmbed } from '../project.policy.js';
import { type ProjectRow, projectStillHas, publishedVersion, rightsOf } from '../project-row.js';

/** A version of a stored project, without its sources: enough to check rights and to find its compiled page. */
export interface ProjectVersion {
  id: string;
  ownerId: string;
  version: number;
  /** The number of a published version; null: the newest. Both have the same page if `version` is the same. */
  rev: number | null;
  framework: FrameworkConfig['framework'];
  /** Its sources may be read although it is hidden: for moderators. */
  evenIfHidden?: boolean;
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
 * Projects for their rendered pages: first the version, then the sources only if its page has not been compiled yet.
 * With kysely: some columns, in every load of an embed.
 */
@Injectable()
export class RenderedProjectsService {
  constructor(private readonly database: Database) {}

  /** An embeddable project, or a published version of it; null for any other key. */
  async findEmbeddable({ id, rev }: ProjectKey): Promise<ProjectVersion | null> {
    const row = await this.database.sql
      .selectFrom('projects')
      .select(versionColumns)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row || !mayEmbed(rightsOf(row))) return null;
    if (rev === null) return presentVersion(row);
    const version = await publishedVersion(this.database, id, rev)
      .select(['version', 'framework_config'])
      .executeTakeFirst();
    return version ? { ...presentVersion({ ...row, ...version }), rev } : null;
  }

  /** The sources of a version whose rights were checked; null if the project was changed, hidden or removed since. */
  async readSource({
    id,
    version,
    rev,
    evenIfHidden = false,
  }: ProjectVersion): Promise<Pick<Project, 'html' | 'css' | 'js' | 'frameworkConfig'> | null> {
    const columns = ['html', 'css', 'js', 'framework_config as frameworkConfig'] as const;
    if (rev !== null) {
      const published = publishedVersion(this.database, id, rev).where(projectStillHas('is_embeddable'));
      return (await published.select(columns).executeTakeFirst()) ?? null;
    }
    const present = this.database.sql
      .selectFrom('projects')
      .select(columns)
      .where('id', '=', id)
      // The checked rights hold for this version: changing visibility or text makes a new one.
      .where('version', '=', version)
      .where('deleted_at', 'is', null);
    const shown = present.where('withheld_by', 'is', null);
    return (await (evenIfHidden ? present : shown).executeTakeFirst()) ?? null;
  }
}

export function presentVersion(row: Pick<ProjectRow, (typeof versionColumns)[number]>): ProjectVersion {
  return {
    id: row.id,
    ownerId: row.user_id,
    version: row.version,
    rev: null,
    framework: row.framework_config.framework,
  };
}
