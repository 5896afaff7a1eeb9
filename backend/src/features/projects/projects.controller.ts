import { Body, Controller, Header, Param, Query } from '@nestjs/common';
import type { ForkPage, ForkSource } from '@studio/contract/http/forks';
import type { Likes } from '@studio/contract/http/likes';
import type { Page, PageQuery } from '@studio/contract/http/paging';
import type {
  CreateHeaders,
  Project,
  ProjectInput,
  ProjectListQuery,
  ProjectPicture,
  ProjectReadQuery,
  ProjectSummary,
  PublicListQuery,
  SaveHeaders,
  TrashedProject,
  TrashQuery,
} from '@studio/contract/http/projects';
import type {
  Publication,
  PublishedVersion,
  Revision,
  RevisionName,
  RevisionParams,
  RevisionSummary,
  SeenRevision,
} from '@studio/contract/http/revisions';
import type { IdParams, KeyedHeaders } from '@studio/contract/http/text';
import { routes } from '@studio/contract/routes';
import { type Caller, CurrentCaller, CurrentViewer, type Viewer } from '../../common/http/caller.js';
import { Endpoint, RequestHeaders, TextEndpoint } from '../../common/http/endpoint.js';
import type { RepeatedTextResponse } from '../../common/http/text-responses.js';
import { ProjectLikes } from './counters/project-likes.js';
import { ProjectsService } from './projects.service.js';
import { CachedReadsService } from './reading/cached-reads.service.js';
import { cacheControl } from './reading/cached-responses.service.js';
import { ProjectForks } from './reading/project-forks.js';
import { ProjectLists } from './reading/project-lists.js';
import { ProjectRevisions } from './revisions/project-revisions.js';
import { ProjectCreation } from './saving/project-creation.js';
import { ProjectPictures } from './saving/project-pictures.js';
import { ProjectSaves } from './saving/project-saves.js';

@Controller()
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly lists: ProjectLists,
    private readonly creation: ProjectCreation,
    private readonly saves: ProjectSaves,
    private readonly likes: ProjectLikes,
    private readonly forks: ProjectForks,
    private readonly revisions: ProjectRevisions,
    private readonly cachedReads: CachedReadsService,
    private readonly pictures: ProjectPictures,
  ) {}

  @Endpoint(routes.createProject)
  create(
    @CurrentCaller() caller: Caller,
    @RequestHeaders({ schema: routes.createProject.headers }) headers: CreateHeaders,
    @Body({ schema: routes.createProject.body }) input: ProjectInput,
  ): Promise<Project> {
    return this.creation.create(caller, input, headers);
  }

  @Endpoint(routes.listProjects)
  listOwn(
    @CurrentCaller() caller: Caller,
    @Query({ schema: routes.listProjects.query }) query: ProjectListQuery,
  ): Promise<Page<ProjectSummary>> {
    return this.lists.own(caller, query);
  }

  @TextEndpoint(routes.listPublicProjects)
  @Header('Cache-Control', cacheControl.list)
  listPublic(
    @CurrentCaller() caller: Caller | null,
    @Query({ schema: routes.listPublicProjects.query }) query: PublicListQuery,
  ): Promise<string | RepeatedTextResponse> {
    return this.cachedReads.publicList(caller, query);
  }

  @Endpoint(routes.listTrash)
  listTrash(
    @CurrentCaller() caller: Caller,
    @Query({ schema: routes.listTrash.query }) query: TrashQuery,
  ): Promise<Page<TrashedProject>> {
    return this.lists.trash(caller, query);
  }

  @TextEndpoint(routes.readProject)
  read(
    @CurrentViewer() viewer: Viewer,
    @Param({ schema: routes.readProject.params }) { id }: IdParams,
    @Query({ schema: routes.readProject.query }) query: ProjectReadQuery,
  ): Promise<string | RepeatedTextResponse> {
    return this.cachedReads.read(id, viewer, query);
  }

  @Endpoint(routes.readProjectSummary)
  readSummary(
    @CurrentCaller() caller: Caller | null,
    @Param({ schema: routes.readProjectSummary.params }) { id }: IdParams,
  ): Promise<ProjectSummary> {
    return this.lists.one(id, caller);
  }

  @Endpoint(routes.updateProject)
  update(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.updateProject.params }) { id }: IdParams,
    @RequestHeaders({ schema: routes.updateProject.headers }) headers: SaveHeaders,
    @Body({ schema: routes.updateProject.body }) input: ProjectInput,
  ): Promise<Project> {
    return this.saves.save(id, caller, input, headers);
  }

  @Endpoint(routes.storePicture)
  storePicture(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.storePicture.params }) { id }: IdParams,
    @Body({ schema: routes.storePicture.body }) picture: ProjectPicture,
  ): Promise<void> {
    return this.pictures.store(id, caller, picture);
  }

  @Endpoint(routes.deleteProject)
  remove(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.deleteProject.params }) { id }: IdParams,
  ): Promise<void> {
    return this.projects.remove(id, caller);
  }

  @Endpoint(routes.restoreProject)
  restore(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.restoreProject.params }) { id }: IdParams,
  ): Promise<Project> {
    return this.projects.restore(id, caller);
  }

  @Endpoint(routes.listRevisions)
  listRevisions(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.listRevisions.params }) { id }: IdParams,
    @Query({ schema: routes.listRevisions.query }) query: PageQuery,
  ): Promise<Page<RevisionSummary>> {
    return this.revisions.list(id, caller, query);
  }

  @Endpoint(routes.readRevision)
  readRevision(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.readRevision.params }) params: RevisionParams,
  ): Promise<Revision> {
    return this.revisions.read(params, caller);
  }

  @Endpoint(routes.nameRevision)
  nameRevision(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.nameRevision.params }) params: RevisionParams,
    @Body({ schema: routes.nameRevision.body }) input: RevisionName,
  ): Promise<RevisionSummary> {
    return this.revisions.name(params, caller, input);
  }

  @Endpoint(routes.publishRevision)
  publishRevision(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.publishRevision.params }) params: RevisionParams,
    @Body({ schema: routes.publishRevision.body }) input: Publication,
  ): Promise<RevisionSummary> {
    return this.revisions.publish(params, caller, input);
  }

  @Endpoint(routes.withdrawRevision)
  withdrawRevision(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.withdrawRevision.params }) params: RevisionParams,
  ): Promise<RevisionSummary> {
    return this.revisions.withdraw(params, caller);
  }

  @Endpoint(routes.readPublishedVersion)
  readPublishedVersion(
    @CurrentViewer() viewer: Viewer,
    @Param({ schema: routes.readPublishedVersion.params }) params: RevisionParams,
  ): Promise<PublishedVersion> {
    return this.revisions.readPublished(params, viewer);
  }

  @Endpoint(routes.restoreRevision)
  restoreRevision(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.restoreRevision.params }) params: RevisionParams,
    @RequestHeaders({ schema: routes.restoreRevision.headers }) headers: SaveHeaders,
    @Body({ schema: routes.restoreRevision.body }) seen: SeenRevision,
  ): Promise<Project> {
    return this.revisions.restore(params, caller, headers, seen);
  }

  @Endpoint(routes.forkProject)
  fork(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.forkProject.params }) { id }: IdParams,
    @RequestHeaders({ schema: routes.forkProject.headers }) headers: KeyedHeaders,
  ): Promise<Project> {
    return this.creation.fork(id, caller, headers);
  }

  @Endpoint(routes.forkSource)
  forkSource(
    @CurrentCaller() caller: Caller | null,
    @Param({ schema: routes.forkSource.params }) { id }: IdParams,
  ): Promise<ForkSource> {
    return this.forks.source(id, caller);
  }

  @Endpoint(routes.listForks)
  listForks(
    @CurrentCaller() caller: Caller | null,
    @Param({ schema: routes.listForks.params }) { id }: IdParams,
    @Query({ schema: routes.listForks.query }) query: PageQuery,
  ): Promise<ForkPage> {
    return this.forks.page(id, caller, query);
  }

  @Endpoint(routes.duplicateProject)
  duplicate(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.duplicateProject.params }) { id }: IdParams,
    @RequestHeaders({ schema: routes.duplicateProject.headers }) headers: KeyedHeaders,
  ): Promise<Project> {
    return this.creation.duplicate(id, caller, headers);
  }

  @Endpoint(routes.toggleLike)
  toggleLike(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.toggleLike.params }) { id }: IdParams,
  ): Promise<Likes> {
    return this.likes.change(id, caller, 'toggle');
  }

  @Endpoint(routes.setLike)
  setLike(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.setLike.params }) { id }: IdParams,
  ): Promise<Likes> {
    return this.likes.change(id, caller, true);
  }

  @Endpoint(routes.clearLike)
  clearLike(
    @CurrentCaller() caller: Caller,
    @Param({ schema: routes.clearLike.params }) { id }: IdParams,
  ): Promise<Likes> {
    return this.likes.change(id, caller, false);
  }
}
