import { defineEntity, p } from '@mikro-orm/core';
import { ProjectEntity } from './project.entity.js';

/**
 * What a project looks like that its script draws, as WebP in base64. The database forgets it when the code changes or is
 * withheld.
 */
export const ProjectPictureEntity = defineEntity({
  name: 'ProjectPicture',
  tableName: 'project_pictures',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    picture: p.text(),
  },
});
