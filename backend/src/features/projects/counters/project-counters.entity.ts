import { defineEntity, p } from '@mikro-orm/core';
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
