import { defineEntity, p } from '@mikro-orm/core';

/** A count that the database keeps by itself: `public` is of the projects in everybody's list. */
export const ProjectTotalEntity = defineEntity({
  name: 'ProjectTotal',
  tableName: 'project_totals',
  properties: {
    name: p.text().primary(),
    total: p.integer(),
  },
});
