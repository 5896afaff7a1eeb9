import { Module } from '@nestjs/common';
import { ProjectCreation } from './project-creation.js';
import { ProjectLikes } from './project-likes.js';
import { ProjectLists } from './project-lists.js';
import { ProjectViews } from './project-views.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';
import { WatchedProjects } from './watched-projects.js';

@Module({
  controllers: [ProjectsController],
  providers: [ProjectsService, ProjectLists, ProjectCreation, ProjectLikes, ProjectViews, WatchedProjects],
  exports: [ProjectsService, ProjectCreation, ProjectViews, WatchedProjects],
})
export class ProjectsModule {}
