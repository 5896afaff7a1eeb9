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

/** So many projects in everybody's list have a tag: the sum of its rows, which the database keeps by itself. */
export const ProjectTagTotalEntity = defineEntity({
  name: 'ProjectTagTotal',
  tableName: 'project_tag_totals',
  properties: {
    tag: p.text().primary(),
    id: p.bigint().primary().autoincrement(),
    total: p.integer(),
  },
});

/** What a search looks at of a project, in lower case: the database keeps it by itself. */
export const ProjectTextEntity = defineEntity({
  name: 'ProjectText',
  tableName: 'project_texts',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    /** Its owner, who never changes: a name is looked for, too. */
    userId: p.string().length(16).index('project_texts_user_id_index'),
    title: p.text(),
    description: p.text(),
    /** One a line. */
    tags: p.text(),
  },
  indexes: [
    {
      name: 'project_texts_trigrams',
      expression:
        'create index "project_texts_trigrams" on "project_texts" using gin ("title" gin_trgm_ops, "description" gin_trgm_ops, "tags" gin_trgm_ops)',
    },
  ],
});
