import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { AssetsModule } from '../assets/assets.module.js';
import { BudgetsModule } from '../budgets/budgets.module.js';
import { FrameworksModule } from '../frameworks/frameworks.module.js';
import { HotReads } from './hot-reads.middleware.js';
import { ModeratedProjects } from './moderated-projects.service.js';
import { ProjectAnswers } from './project-answers.service.js';
import { ProjectCards } from './project-cards.js';
import { ProjectCreation } from './project-creation.js';
import { ProjectLikes } from './project-likes.js';
import { ProjectLists } from './project-lists.js';
import { ProjectPictures } from './project-pictures.js';
import { ProjectRevisions } from './project-revisions.js';
import { ProjectViews } from './project-views.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';
import { Publishing } from './publishing.service.js';
import { RenderedProjects } from './rendered-projects.service.js';
import { RevisedByTemplate } from './revised-by-template.js';
import { SettledFigures } from './settled-figures.js';
import { UnfoldedProjects } from './unfolded-projects.service.js';
import { VisibleProjects } from './visible-projects.service.js';
import { WatchedProjectsService } from './watched-projects.service.js';
import { WelcomeService } from './welcome.service.js';
import { WithheldProjects } from './withheld-projects.service.js';

@Module({
  imports: [ActivityModule, AssetsModule, BudgetsModule, FrameworksModule],
  controllers: [ProjectsController],
  providers: [
    WelcomeService,
    ProjectsService,
    ProjectAnswers,
    ProjectLists,
    ProjectCards,
    ProjectCreation,
    ProjectLikes,
    ProjectViews,
    SettledFigures,
    ProjectRevisions,
    RevisedByTemplate,
    ProjectPictures,
    WatchedProjectsService,
    VisibleProjects,
    UnfoldedProjects,
    RenderedProjects,
    WithheldProjects,
    ModeratedProjects,
    Publishing,
  ],
  exports: [
    ModeratedProjects,
    ProjectAnswers,
    ProjectsService,
    ProjectCards,
    ProjectCreation,
    ProjectViews,
    WelcomeService,
    WatchedProjectsService,
    VisibleProjects,
    UnfoldedProjects,
    RenderedProjects,
    WithheldProjects,
  ],
})
export class ProjectsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    const routes = ['projects/public', 'projects/:id'];
    consumer.apply(HotReads).forRoutes(...routes.map((path) => ({ path, method: RequestMethod.GET })));
  }
}
