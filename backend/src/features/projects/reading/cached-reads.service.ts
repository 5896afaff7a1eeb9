import { randomUUID } from 'node:crypto';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { BudgetName } from '@studio/contract/budgets';
import { type EmbedProject, ProjectReadQuery, PublicListQuery } from '@studio/contract/http/projects';
import { type ProjectKey, writeProjectKey } from '@studio/contract/project-key';
import { routes } from '@studio/contract/routes';
import type { NextFunction, Request, Response } from 'express';
import type { Caller, Viewer } from '../../../common/http/caller.js';
import { networkOf } from '../../../common/http/caller.js';
import { jsonText } from '../../../common/http/endpoint.js';
import { hasBody } from '../../../common/http/request-body.js';
import { sendText } from '../../../common/http/text-replies.js';
import { type CachedResponse, ResponseCache } from '../../../common/response-cache.js';
import { BudgetsService } from '../../budgets/budgets.service.js';
import { ProjectViewsService, type ViewedProject } from '../counters/project-views.service.js';
import { type ProjectRow, presentEmbed, presentProject } from '../project-row.js';
import { ProjectsService } from '../projects.service.js';
import { type PreviewedProject, presentPreviewed } from './previewed-projects.service.js';
import { ProjectLists } from './project-lists.js';
import { WatchedProjectsService } from './watched-projects.service.js';

/** A cached response about one project. If it has a `rest`, the number of views goes between the two parts. */
interface CachedRead extends CachedResponse {
  project?: ViewedProject | null;
}

/** The most frequent reads, as JSON text. Without an account they may be a second old. */
@Injectable()
export class CachedReadsService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly lists: ProjectLists,
    private readonly views: ProjectViewsService,
    private readonly watched: WatchedProjectsService,
    private readonly cache: ResponseCache,
  ) {}

  /** The cached response of {@link listKey}, {@link projectKey} or {@link embedKey}, its view counted; null if there is none. */
  async kept(key: string, address: string): Promise<string | null> {
    const answer: CachedRead | undefined = this.cache.get(key);
    if (!answer || answer.project === null) return null;
    return this.#viewed(answer, { caller: null, address });
  }

  /** A page of everybody's public projects. @throws ApiError 404 where there is no such author. */
  async publicList(caller: Caller | null, query: PublicListQuery): Promise<string> {
    const read = async () => jsonText(routes.listPublicProjects, await this.lists.public(caller, query));
    if (caller) return read();
    const { text } = await this.cache.getOrCreate(listKey(query), async () => ({ text: await read() }));
    return text;
  }

  /** One project, its view counted. @throws ApiError 404 */
  async project(id: string, viewer: Viewer): Promise<string> {
    if (viewer.caller) {
      const row = await this.projects.find(id, viewer.caller);
      const views = await this.views.count(row, viewer);
      return jsonText(routes.readProject, presentProject({ ...row, views }));
    }
    const answer = await this.cache.getOrCreate(projectKey(id), async () => {
      const row = await this.projects.find(id, null);
      return { ...splitAtViews(row), project: viewedProject(row) };
    });
    return this.#viewed(answer, viewer);
  }

  /**
   * An embed, as `write` makes it for these options, its view counted if there is a viewer; null if it may not be
   * embedded.
   */
  async embed(
    key: ProjectKey,
    viewer: Viewer | null,
    options: string,
    write: (project: EmbedProject, about: PreviewedProject) => string,
  ): Promise<string | null> {
    const { text, project } = await this.cache.getOrCreate(
      embedKey(writeProjectKey(key), options),
      async () => {
        const row = await this.projects.findEmbeddable(key);
        return row
          ? { text: write(presentEmbed(row), presentPreviewed(row, key.rev)), project: viewedProject(row) }
          : { text: '', project: null };
      },
    );
    if (project === null) return null;
    if (viewer) await this.views.count(project, viewer);
    return text;
  }

  /** Whether an open embed of a project, or of a published version of it, may stay open. */
  async isStillEmbeddable(key: ProjectKey): Promise<boolean> {
    const { text } = await this.cache.getOrCreate(`stay ${writeProjectKey(key)}`, async () => {
      const [project] = await this.watched.find([key.id], null);
      const mayStay = project?.audience.isEmbeddable && (await this.projects.isPublished(key));
      return { text: mayStay ? 'embeddable' : '' };
    });
    return text !== '';
  }

  async #viewed({ text, rest, project }: CachedRead, viewer: Viewer): Promise<string> {
    if (!project) return text;
    const views = await this.views.count(project, viewer);
    return rest === undefined ? text : `${text}${views}${rest}`;
  }
}

/** The key of a page of the public list: its query in the order of the schema. */
export function listKey(query: PublicListQuery): string {
  return `list ${JSON.stringify(query)}`;
}

/** The key of the response of `GET /projects/{id}`. */
export function projectKey(id: string): string {
  return `project ${id}`;
}

/** The cache key of an embed; `options` is all that it depends on besides the project, `json` for the API's response. */
export function embedKey(project: string, options: string): string {
  return `embed ${project} ${options}`;
}

/** What counting a view needs, without the sources. */
function viewedProject({ id, user_id, is_public, is_embeddable, views }: ProjectRow): ViewedProject {
  return { id, user_id, is_public, is_embeddable, views };
}

/** The response about a project, split at the number of views, which changes while it is cached. */
function splitAtViews(row: ProjectRow): { text: string; rest: string } {
  // A random mark cannot occur in the project.
  const mark = randomUUID();
  const answer = { ...routes.readProject.response.parse(presentProject(row)), views: mark };
  const [text = '', rest = ''] = JSON.stringify(answer).split(`"${mark}"`);
  return { text, rest };
}

/** Answers requests without an account from the cache, before guards and validation. */
@Injectable()
export class CachedReadsMiddleware implements NestMiddleware {
  constructor(
    private readonly cachedReads: CachedReadsService,
    private readonly budgets: BudgetsService,
  ) {}

  async use(request: Request, response: Response, next: NextFunction): Promise<void> {
    if (request.headers.authorization !== undefined || hasBody(request)) return next();
    // Browsers may store what everybody may read, and revalidate it each time.
    response.set('Cache-Control', 'no-cache');
    const address = request.ip ?? 'unknown';
    const read = readOf(request);
    const text = read && (await this.cachedReads.kept(read.key, address));
    if (read === null || text === null) return next();
    this.budgets.consume(read.budget, networkOf(address));
    sendText(response.type('json'), text);
  }
}

const readPath = /^\/api\/projects\/([^/]+)\/?$/i;

/** The cache key and budget of a request; null if its query is not valid. */
function readOf({ path, query }: Request): { key: string; budget: BudgetName } | null {
  const [, id = ''] = readPath.exec(path) ?? [];
  if (id.toLowerCase() === 'public') {
    const asked = PublicListQuery.safeParse(query);
    return asked.success ? { key: listKey(asked.data), budget: 'list' } : null;
  }
  const asked = ProjectReadQuery.safeParse(query);
  if (!asked.success) return null;
  const key = asked.data.for_embed === 'true' ? embedKey(id, 'json') : projectKey(id);
  return { key, budget: 'read' };
}
