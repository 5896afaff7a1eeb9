import type { EmbedProject, Project, ProjectSummary } from '@studio/contract/http/projects';
import type { ProjectRow, ProjectSummaryRow } from './project-row.js';

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
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}

/** A project with its sources. */
export function presentProject(row: ProjectRow): Project {
  const project = { ...presentSummary(row), html: row.html, css: row.css, js: row.js };
  return row.withheld_by === 'takedown' ? { ...project, takenDown: true } : project;
}

/** What an embed needs, and nothing of its owner. */
export function presentEmbed(row: ProjectRow): EmbedProject {
  const { id, title, html, css, js, version } = row;
  return { id, title, html, css, js, frameworkConfig: row.framework_config, version };
}

/** MikroORM leaves times as PostgreSQL writes them. */
export function iso(time: Date | string): string {
  return new Date(time).toISOString();
}
