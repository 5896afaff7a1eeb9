import { defineEntity, p } from '@mikro-orm/core';
import { ProjectEntity } from '../project.entity.js';

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
