import type { EmbedProject, Project, ProjectSummary } from '@studio/contract/http/projects';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { ProjectAudience } from '../../common/domain-events.js';
import { toIsoTime } from '../../common/text-format.js';
import type { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import type { StoredProject } from './project.entity.js';
import type { ProjectRights } from './project.policy.js';

type Related = { username: string; is_liked: boolean; live_links: number | null };

/** A project with its author's name, whether the caller likes it, and for its owner the number of its links. */
export type ProjectRow = Selectable<Tables['projects']> & Related;

/** A project without its sources, which can have 3 MiB; for lists. */
export type ProjectSummaryRow = Omit<
  ProjectRow,
  'html' | 'css' | 'js' | 'withheld_by' | 'was_public' | 'was_embeddable'
>;

export const summaryColumns = [
  'projects.id',
  'projects.user_id',
  'projects.title',
  'projects.description',
  'projects.tags',
  'projects.is_public',
  'projects.is_embeddable',
  'projects.framework_config',
  'projects.views',
  'projects.likes',
  'projects.fork_count',
  'projects.version',
  'projects.forked_from',
  'projects.created_at',
  'projects.updated_at',
  'projects.deleted_at',
] as const;

export const projectColumns = [
  ...summaryColumns,
  'projects.html',
  'projects.css',
  'projects.js',
  'projects.withheld_by',
  'projects.was_public',
  'projects.was_embeddable',
] as const;

/** Columns of other tables, both for `select` and `returning`, so that a save returns exactly what it stored. */
export function relatedColumns(callerId: string | null) {
  return [
    sql<string>`(select u.username from users u where u.id = projects.user_id)`.as('username'),
    isLikedBy(callerId),
    liveLinksFor(callerId),
  ] as const;
}

/** The condition that a link of this table or alias has not expired. */
function isLive(links: string) {
  const expiry = sql.ref(`${links}.expires_at`);
  return sql<boolean>`(${expiry} is null or ${expiry} > now())`;
}

const liveLinksOfRow = sql`from project_links k where k.project_id = projects.id and ${isLive('k')}`;

/** How many links to a project have not expired. */
export const liveLinkCount = sql<number>`(select count(*)::int ${liveLinksOfRow})`;

/** The ids of a project's links that have not expired. */
export const liveLinkIds = sql<string[]>`array(select k.id ${liveLinksOfRow})`;

/** The number of links that have not expired if this user owns the project, else null. */
export function liveLinksFor(callerId: string | null) {
  return sql<number | null>`case when projects.user_id = ${callerId}::varchar then ${liveLinkCount} end`.as(
    'live_links',
  );
}

/** Links that have not expired. With kysely: one condition for all reads. */
export function liveLinks({ sql: database }: Database) {
  return database.selectFrom('project_links').where(isLive('project_links'));
}

/** Links that open their projects at this moment: live ones, of projects that are not in the trash or hidden. */
export function openingLinks(database: Database) {
  return liveLinks(database)
    .innerJoin('projects', 'projects.id', 'project_links.project_id')
    .where('projects.deleted_at', 'is', null)
    .where('projects.withheld_by', 'is', null);
}

/** Whether this user likes the project. */
export function isLikedBy(callerId: string | null) {
  return sql<boolean>`exists (select from project_likes l where l.project_id = projects.id and l.user_id = ${callerId}::varchar)`.as(
    'is_liked',
  );
}

/** The columns that a published version has of its own; all others are the project's. */
export const versionContent = ['version', 'title', 'html', 'css', 'js', 'framework_config'] as const;

/** Selects a published version of a project. The caller checks the project's rights. */
export function publishedVersion({ sql }: Database, id: string, rev: number) {
  return sql
    .selectFrom('project_revisions')
    .where('project_id', '=', id)
    .where('rev', '=', rev)
    .where('published_at', 'is not', null);
}

/** The condition that the project of a version still has one of these rights, for reads that follow the check. */
export function projectStillHas(...rights: ('is_public' | 'is_embeddable')[]) {
  return ({ exists, selectFrom }: ExpressionBuilder<Tables, 'project_revisions'>) =>
    exists(
      selectFrom('projects')
        .select('projects.id')
        .whereRef('projects.id', '=', 'project_revisions.project_id')
        .where('projects.deleted_at', 'is', null)
        .where((is) => is.or(rights.map((right) => is(`projects.${right}`, '=', true)))),
    );
}

export function rightsOf(row: Pick<ProjectRow, 'user_id' | 'is_public' | 'is_embeddable'>): ProjectRights {
  return { ownerId: row.user_id, isPublic: row.is_public, isEmbeddable: row.is_embeddable };
}

/** `rightsOf` for an entity. */
export function rightsOfEntity({ user, isPublic, isEmbeddable }: RightsFields): ProjectRights {
  return { ownerId: user.id, isPublic, isEmbeddable };
}

/** The fields that `rightsOfEntity` needs, for the option `fields`. */
export const rightsFields = ['user', 'isPublic', 'isEmbeddable'] as const;
type RightsFields = Pick<StoredProject, 'isPublic' | 'isEmbeddable'> & { user: { id: string } };

export function audienceOf(
  row: Pick<ProjectRow, 'id' | 'user_id' | 'is_public' | 'is_embeddable'>,
): ProjectAudience {
  return { projectId: row.id, ...rightsOf(row) };
}

/** A project without its sources. */
export function presentSummary(row: ProjectSummaryRow): Omit<ProjectSummary, 'cardUrl'> {
  return {
    id: row.id,
    userId: row.user_id,
    username: row.username,
    title: row.title,
    description: row.description,
    tags: row.tags,
    isPublic: row.is_public,
    isEmbeddable: row.is_embeddable,
    frameworkConfig: row.framework_config,
    views: row.views,
    likes: row.likes,
    forkCount: row.fork_count,
    isLiked: row.is_liked,
    version: row.version,
    forkedFrom: row.forked_from,
    ...(row.live_links === null ? {} : { liveLinks: row.live_links }),
    createdAt: toIsoTime(row.created_at),
    updatedAt: toIsoTime(row.updated_at),
  };
}

/** A project with its sources. */
export function presentProject(row: ProjectRow): Project {
  const project = { ...presentSummary(row), html: row.html, css: row.css, js: row.js };
  return row.withheld_by === 'takedown' ? { ...project, takenDown: true } : project;
}

/** A project as embeds get it, without its owner. */
export function presentEmbed(row: ProjectRow): EmbedProject {
  const { id, title, html, css, js, version } = row;
  return { id, title, html, css, js, frameworkConfig: row.framework_config, version };
}
