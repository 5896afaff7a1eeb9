import { Injectable } from '@nestjs/common';
import { type ProjectKey, writeProjectKey } from '@studio/contract/project-key';
import { sql } from 'kysely';
import { ResponseCache } from '../../../common/response-cache.js';
import { Database } from '../../../database/database.js';
import { mayEmbed, mayPreviewLink } from '../project.policy.js';
import { type ProjectRow, projectStillHas, publishedVersion, rightsOf } from '../project-row.js';

/** The part of a project that other sites may show. */
export interface PreviewedProject extends ProjectKey {
  title: string;
  description: string;
  author: string;
  version: number;
  isPublic: boolean;
  isEmbeddable: boolean;
}

/** The beginnings of a project's sources. */
export type CodeExcerpt = Pick<ProjectRow, 'html' | 'css' | 'js'>;

const columns = [
  'id',
  'user_id',
  'title',
  'description',
  'version',
  'is_public',
  'is_embeddable',
] as const satisfies (keyof ProjectRow)[];
/** In characters: more than a card has room for. */
const excerptLength = 2_000;

/**
 * Projects for link previews, which anybody with the link may see. With kysely: some columns and the beginnings of the
 * sources, in a frequent read.
 */
@Injectable()
export class PreviewedProjectsService {
  constructor(
    private readonly database: Database,
    private readonly cache: ResponseCache,
  ) {}

  /** A public or embeddable project, or a published version of it; null for any other key. Cached for a second. */
  async find(key: ProjectKey): Promise<PreviewedProject | null> {
    const { text } = await this.cache.getOrCreate(`preview ${writeProjectKey(key)}`, key.id, async () => ({
      text: JSON.stringify(await this.findNow(key)),
    }));
    return JSON.parse(text) as PreviewedProject | null;
  }

  /** Like `find`, without the cache. */
  async findNow(key: ProjectKey): Promise<PreviewedProject | null> {
    const row = await this.#read(key);
    return row && mayPreviewLink(rightsOf(row)) ? presentPreviewed(row, key.rev) : null;
  }

  /** Like `find`, but only if it may be embedded. */
  async findEmbeddable(key: ProjectKey): Promise<PreviewedProject | null> {
    const project = await this.find(key);
    return project && mayEmbed(project) ? project : null;
  }

  /** The beginnings of the sources of a project from `find`; null if it was changed, hidden or removed since. */
  async readExcerpt({ id, rev, version }: PreviewedProject): Promise<CodeExcerpt | null> {
    const beginning = (column: keyof CodeExcerpt) =>
      sql<string>`left(${sql.ref(column)}, ${sql.lit(excerptLength)})`.as(column);
    const beginnings = [beginning('html'), beginning('css'), beginning('js')] as const;
    if (rev !== null) {
      const published = publishedVersion(this.database, id, rev).where(
        projectStillHas('is_public', 'is_embeddable'),
      );
      return (await published.select(beginnings).executeTakeFirst()) ?? null;
    }
    const sources = await this.database.sql
      .selectFrom('projects')
      .select(beginnings)
      .where('id', '=', id)
      // The rights of `find` hold for this version: changing visibility or text makes a new one.
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .where('withheld_by', 'is', null)
      .executeTakeFirst();
    return sources ?? null;
  }

  async #read({ id, rev }: ProjectKey) {
    const row = await this.database.sql
      .selectFrom('projects')
      .select(columns)
      .select(sql<string>`(select u.username from users u where u.id = projects.user_id)`.as('username'))
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    // Without the right the version is not looked for: that would take longer than for a missing project.
    if (!row || rev === null || !mayPreviewLink(rightsOf(row))) return row;
    const version = await publishedVersion(this.database, id, rev)
      .select(['title', 'version'])
      .executeTakeFirst();
    return version && { ...row, ...version };
  }
}

export function presentPreviewed(
  row: Pick<ProjectRow, (typeof columns)[number] | 'username'>,
  rev: number | null,
): PreviewedProject {
  const { id, title, description, username, version } = row;
  return {
    id,
    rev,
    title,
    description,
    author: username,
    version,
    isPublic: row.is_public,
    isEmbeddable: row.is_embeddable,
  };
}
