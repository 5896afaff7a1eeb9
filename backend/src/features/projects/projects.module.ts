import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { AssetsModule } from '../assets/assets.module.js';
import { BudgetsModule } from '../budgets/budgets.module.js';
import { FrameworksModule } from '../frameworks/frameworks.module.js';
import { SettledFigures } from './counters/counter-recheck.js';
import { ProjectLikes } from './counters/project-likes.js';
import { ProjectViews } from './counters/project-views.service.js';
import { WithheldProjects } from './project-hiding.service.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';
import { HotReads, ProjectAnswers } from './reading/cached-reads.service.js';
import { UnfoldedProjects } from './reading/link-previews.service.js';
import { ModeratedProjects } from './reading/moderated-projects.service.js';
import { ProjectCards, ProjectPictures } from './reading/project-cards.service.js';
import { ProjectLists } from './reading/project-lists.js';
import { RenderedProjects } from './reading/rendered-projects.service.js';
import { VisibleProjects, WatchedProjectsService } from './reading/visible-projects.service.js';
import { RevisedByTemplate } from './revisions/keep-revision.js';
import { ProjectRevisions } from './revisions/project-revisions.js';
import { ProjectCreation } from './saving/project-creation.js';
import { Publishing } from './saving/publishing.js';
import { WelcomeService } from './welcome.service.js';

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
