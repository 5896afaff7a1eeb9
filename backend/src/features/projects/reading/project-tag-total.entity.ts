import { defineEntity, p } from '@mikro-orm/core';

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
