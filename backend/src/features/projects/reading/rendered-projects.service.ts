import { Injectable } from '@nestjs/common';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project } from '@studio/contract/http/projects';
import type { ProjectKey } from '@studio/contract/project-key';
import { Database } from '../../../database/database.js';
import { mayEmbed } from '../project.policy.js';
import { type ProjectRow, publishedVersion, rightsOf } from '../project-row.js';

/** One version of a project, without its sources: what decides who sees its page, and which page that is. */
export interface ProjectVersion {
  id: string;
  ownerId: string;
  version: number;
  /** Of a published version; null: the newest. */
  rev: number | null;
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

  /** A project that may be embedded, or a published version of it; null for any other key. */
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

  /** The sources of a version that somebody may see; null where the project has changed or gone since. */
  async readSource({
    id,
    version,
    rev,
  }: ProjectVersion): Promise<Pick<Project, 'html' | 'css' | 'js' | 'frameworkConfig'> | null> {
    const columns = ['html', 'css', 'js', 'framework_config as frameworkConfig'] as const;
    // Whoever asks has found that the project may be seen; a published version never changes.
    if (rev !== null)
      return (await publishedVersion(this.database, id, rev).select(columns).executeTakeFirst()) ?? null;
    const row = await this.database.sql
      .selectFrom('projects')
      .select(columns)
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
    rev: null,
    framework: row.framework_config.framework,
  };
}
