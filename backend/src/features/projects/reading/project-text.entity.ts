import { defineEntity, p } from '@mikro-orm/core';
import { ProjectEntity } from '../project.entity.js';

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
