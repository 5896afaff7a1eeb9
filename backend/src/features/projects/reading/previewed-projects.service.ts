import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { ResponseCache } from '../../../common/response-cache.js';
import { Database } from '../../../database/database.js';
import { mayEmbed, mayPreviewLink } from '../project.policy.js';
import { type ProjectRow, rightsOf } from '../project-row.js';

/** What other sites may show of a project. */
export interface PreviewedProject {
  id: string;
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
 * Projects as a link to them may show them, to whoever has the link. With kysely: some columns and the beginnings of
 * the sources, on the way of every page.
 */
@Injectable()
export class PreviewedProjectsService {
  constructor(
    private readonly database: Database,
    private readonly cache: ResponseCache,
  ) {}

  /** A public or embeddable project; null for any other id. One row by its key, kept for a second. */
  async find(id: string): Promise<PreviewedProject | null> {
    const { text } = await this.cache.getOrCreate(`preview ${id}`, async () => {
      const row = await this.#read(id);
      return { text: JSON.stringify(row && mayPreviewLink(rightsOf(row)) ? presentPreviewed(row) : null) };
    });
    return JSON.parse(text) as PreviewedProject | null;
  }

  /** The same where it may be embedded. */
  async findEmbeddable(id: string): Promise<PreviewedProject | null> {
    const project = await this.find(id);
    return project && mayEmbed(project) ? project : null;
  }

  /** The beginnings of the sources of a project that was found here; null if it has changed or gone since. */
  async readExcerpt({ id, version }: PreviewedProject): Promise<CodeExcerpt | null> {
    const beginning = (column: keyof CodeExcerpt) =>
      sql<string>`left(${sql.ref(column)}, ${sql.lit(excerptLength)})`.as(column);
    const sources = await this.database.sql
      .selectFrom('projects')
      .select([beginning('html'), beginning('css'), beginning('js')])
      .where('id', '=', id)
      // Whoever hides a project, or writes what is for nobody to see, makes a new version of it.
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .where('withheld_by', 'is', null)
      .executeTakeFirst();
    return sources ?? null;
  }

  #read(id: string) {
    return this.database.sql
      .selectFrom('projects')
      .select(columns)
      .select(sql<string>`(select u.username from users u where u.id = projects.user_id)`.as('username'))
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }
}

export function presentPreviewed(
  row: Pick<ProjectRow, (typeof columns)[number] | 'username'>,
): PreviewedProject {
  const { id, title, description, username, version } = row;
  return {
    id,
    title,
    description,
    author: username,
    version,
    isPublic: row.is_public,
    isEmbeddable: row.is_embeddable,
  };
}
