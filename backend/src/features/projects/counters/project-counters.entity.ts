import { DeferMode, defineEntity, p } from '@mikro-orm/core';
import { UserEntity } from '../../users/user.entity.js';
import { ProjectEntity } from '../project.entity.js';

/** One row for each person who likes a project; `projects.likes` is their count. */
export const ProjectLikeEntity = defineEntity({
  name: 'ProjectLike',
  tableName: 'project_likes',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    user: () => p.manyToOne(UserEntity).primary().deleteRule('cascade').index('project_likes_user_index'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** When somebody's view of a project last counted. */
export const ProjectViewEntity = defineEntity({
  name: 'ProjectView',
  tableName: 'project_views',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    /** A user's id, or a keyed hash of the project and a network. */
    viewer: p.text().primary(),
    viewedAt: p.datetime(),
  },
  indexes: [{ name: 'project_views_time_index', properties: ['viewedAt'] }],
});

/** A count that the database keeps by itself: `public` is of the projects in everybody's list. */
export const ProjectTotalEntity = defineEntity({
  name: 'ProjectTotal',
  tableName: 'project_totals',
  properties: {
    name: p.text().primary(),
    total: p.integer(),
  },
});

/** What an account has of projects. The database keeps it by itself, so that a save need not count. */
export const AccountUsageEntity = defineEntity({
  name: 'AccountUsage',
  tableName: 'account_usage',
  properties: {
    // Looked at in the end: where somebody is deleted, the triggers on their projects still count them down.
    user: () =>
      p.oneToOne(UserEntity).primary().owner().deleteRule('cascade').deferMode(DeferMode.INITIALLY_DEFERRED),
    /** With those in the trash. */
    projects: p.integer().default(0),
    /** Bytes of HTML, CSS and script of all revisions; the newest of a project is its present text. */
    historyBytes: p.bigint('number').defaultRaw('0'),
  },
});
