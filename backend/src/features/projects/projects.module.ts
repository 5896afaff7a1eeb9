import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { AssetsModule } from '../assets/assets.module.js';
import { BudgetsModule } from '../budgets/budgets.module.js';
import { FrameworksModule } from '../frameworks/frameworks.module.js';
import { ProjectLikes } from './counters/project-likes.js';
import { ProjectViewsService } from './counters/project-views.service.js';
import { LinkSecrets } from './links/link-secrets.js';
import { LinkedProjectsService } from './links/linked-projects.service.js';
import { LinksController } from './links/links.controller.js';
import { OwnedLinks } from './links/owned-links.js';
import { ProjectHidingService } from './project-hiding.service.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';
import { CachedReadsService } from './reading/cached-reads.service.js';
import { allowStoringPublicReads, CachedResponsesService } from './reading/cached-responses.service.js';
import { ModeratedProjectsService } from './reading/moderated-projects.service.js';
import { PreviewedProjectsService } from './reading/previewed-projects.service.js';
import { ProjectCardsService } from './reading/project-cards.service.js';
import { ProjectForks } from './reading/project-forks.js';
import { ProjectLists } from './reading/project-lists.js';
import { RenderedProjectsService } from './reading/rendered-projects.service.js';
import { WatchedProjectsService } from './reading/watched-projects.service.js';
import { ProjectRevisions } from './revisions/project-revisions.js';
import { TemplateRevisions } from './revisions/template-revisions.js';
import { IdempotencyKeys } from './saving/idempotency-keys.js';
import { ProjectCreation } from './saving/project-creation.js';
import { ProjectPictures } from './saving/project-pictures.js';
import { ProjectSaves } from './saving/project-saves.js';
import { PublishingLimits } from './saving/publishing-limits.js';
import { WelcomeService } from './welcome.service.js';

@Module({
  imports: [ActivityModule, AssetsModule, BudgetsModule, FrameworksModule],
  controllers: [ProjectsController, LinksController],
  providers: [
    WelcomeService,
    ProjectsService,
    CachedReadsService,
    CachedResponsesService,
    ProjectLists,
    ProjectForks,
    ProjectCardsService,
    IdempotencyKeys,
    ProjectCreation,
    ProjectSaves,
    ProjectLikes,
    ProjectViewsService,
    ProjectRevisions,
    TemplateRevisions,
    ProjectPictures,
    WatchedProjectsService,
    PreviewedProjectsService,
    RenderedProjectsService,
    ProjectHidingService,
    ModeratedProjectsService,
    PublishingLimits,
    LinkSecrets,
    OwnedLinks,
    LinkedProjectsService,
  ],
  exports: [
    ModeratedProjectsService,
    CachedReadsService,
    CachedResponsesService,
    ProjectsService,
    ProjectCardsService,
    ProjectCreation,
    ProjectViewsService,
    WelcomeService,
    WatchedProjectsService,
    PreviewedProjectsService,
    RenderedProjectsService,
    ProjectHidingService,
    LinkedProjectsService,
  ],
})
export class ProjectsModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(allowStoringPublicReads).forRoutes({ path: 'projects/:id', method: RequestMethod.GET });
  }
}
