import { defineEntity, p } from '@mikro-orm/core';
import { ProjectEntity } from '../project.entity.js';

function orderWithinTag(order: string) {
  return {
    name: `project_tags_${order}`,
    expression: `create index "project_tags_${order}" on "project_tags" ("tag", "${order}" desc)`,
  };
}

/**
 * A tag of a project in everybody's list: the database keeps it by itself. The four ranks rise with the order of the
 * same name, but more coarsely, so that a save or a view hardly ever writes them.
 */
export const ProjectTagEntity = defineEntity({
  name: 'ProjectTag',
  tableName: 'project_tags',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    tag: p.text().primary(),
    recent: p.bigint(),
    popular: p.bigint(),
    views: p.bigint(),
    forks: p.bigint(),
  },
  indexes: ['recent', 'popular', 'views', 'forks'].map(orderWithinTag),
});
