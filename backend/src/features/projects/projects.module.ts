import { Module } from '@nestjs/common';
import { AssetsModule } from '../assets/assets.module.js';
import { ProjectCards } from './project-cards.js';
import { ProjectCreation } from './project-creation.js';
import { ProjectLikes } from './project-likes.js';
import { ProjectLists } from './project-lists.js';
import { ProjectViews } from './project-views.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';
import { WatchedProjectsService } from './watched-projects.service.js';
import { WelcomeService } from './welcome.service.js';

@Module({
  imports: [AssetsModule],
  controllers: [ProjectsController],
  providers: [
    WelcomeService,
    ProjectsService,
    ProjectLists,
    ProjectCards,
    ProjectCreation,
    ProjectLikes,
    ProjectViews,
    WatchedProjectsService,
  ],
  exports: [
    ProjectsService,
    ProjectCards,
    ProjectCreation,
    ProjectViews,
    WelcomeService,
    WatchedProjectsService,
  ],
})
export class ProjectsModule {}
