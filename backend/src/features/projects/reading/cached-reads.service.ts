import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EmbedProject, ProjectReadQuery, PublicListQuery } from '@studio/contract/http/projects';
import { type ProjectKey, writeProjectKey } from '@studio/contract/project-key';
import { routes } from '@studio/contract/routes';
import { notFound } from '../../../common/errors/api-error.js';
import type { Caller, Viewer } from '../../../common/http/caller.js';
import { jsonText } from '../../../common/http/endpoint.js';
import { RepeatedTextResponse } from '../../../common/http/text-responses.js';
import { type CachedResponse, ResponseCache } from '../../../common/response-cache.js';
import { ProjectViewsService, type ViewedProject } from '../counters/project-views.service.js';
import { type ProjectRow, presentEmbed, presentProject } from '../project-row.js';
import { ProjectsService } from '../projects.service.js';
import { type PreviewedProject, presentPreviewed } from './previewed-projects.service.js';
import { ProjectLists } from './project-lists.js';
import { WatchedProjectsService } from './watched-projects.service.js';

/** A cached response. If it has a `rest`, the number of views goes between `text` and `rest`. */
interface CachedRead extends CachedResponse {
  project?: ViewedProject | null;
  /** The text as it was last sent, reused while the number of views is the same. */
  sent?: { views: number | null; text: RepeatedTextResponse };
}

/** The most frequent reads, as JSON text. For callers without an account they may be a second old. */
@Injectable()
export class CachedReadsService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly lists: ProjectLists,
    private readonly views: ProjectViewsService,
    private readonly watched: WatchedProjectsService,
    private readonly cache: ResponseCache,
  ) {}

  /**
   * The cached response for {@link listKey}, {@link projectKey} or {@link embedKey}, for callers without an account.
   * Counts a view if there is a viewer. Null if nothing is cached.
   */
  cached(key: string, viewer: Viewer | null): Promise<RepeatedTextResponse> | null {
    const response: CachedRead | undefined = this.cache.get(key);
    return !response || response.project === null ? null : this.#repeated(response, viewer);
  }

  /** A page of the public list. @throws ApiError 404 for an unknown author. */
  async publicList(caller: Caller | null, query: PublicListQuery): Promise<string | RepeatedTextResponse> {
    const read = async () => jsonText(routes.listPublicProjects, await this.lists.public(caller, query));
    if (caller) return read();
    return this.#repeated(
      await this.cache.getOrCreate<CachedRead>(listKey(query), null, async () => ({ text: await read() })),
      null,
    );
  }

  /** One project, or an embeddable one as embeds get it. Counts a view. @throws ApiError 404 */
  async read(
    id: string,
    viewer: Viewer,
    { for_embed }: ProjectReadQuery,
  ): Promise<string | RepeatedTextResponse> {
    if (for_embed !== 'true') return this.#project(id, viewer);
    const write = (project: EmbedProject) => jsonText(routes.readProject, project);
    const embed = await this.embed({ id, rev: null }, viewer, 'json', write);
    if (embed === null) throw notFound();
    return embed;
  }

  async #project(id: string, viewer: Viewer): Promise<string | RepeatedTextResponse> {
    if (viewer.caller) {
      const row = await this.projects.find(id, viewer.caller);
      const views = await this.views.count(row, viewer);
      return jsonText(routes.readProject, presentProject({ ...row, views }));
    }
    const response = await this.cache.getOrCreate<CachedRead>(projectKey(id), id, async () => {
      const row = await this.projects.find(id, null);
      return { ...splitAtViews(row), project: viewedProject(row) };
    });
    return this.#repeated(response, viewer);
  }

  /**
   * An embed, written by `write` for these options. Counts a view if there is a viewer. Null if the project may not be
   * embedded.
   */
  async embed(
    key: ProjectKey,
    viewer: Viewer | null,
    options: string,
    write: (project: EmbedProject, about: PreviewedProject) => string,
  ): Promise<RepeatedTextResponse | null> {
    const response = await this.cache.getOrCreate<CachedRead>(
      embedKey(writeProjectKey(key), options),
      key.id,
      async () => {
        const row = await this.projects.findEmbeddable(key);
        return row
          ? { text: write(presentEmbed(row), presentPreviewed(row, key.rev)), project: viewedProject(row) }
          : { text: '', project: null };
      },
    );
    return response.project === null ? null : this.#repeated(response, viewer);
  }

  /** Whether an open embed of a project or a published version may stay open. */
  async isStillEmbeddable(key: ProjectKey): Promise<boolean> {
    const { text } = await this.cache.getOrCreate(`stay ${writeProjectKey(key)}`, key.id, async () => {
      const [project] = await this.watched.find([key.id], null);
      const isStillEmbeddable = project?.audience.isEmbeddable && (await this.projects.isPublished(key));
      return { text: isStillEmbeddable ? 'embeddable' : '' };
    });
    return text !== '';
  }

  async #repeated(response: CachedRead, viewer: Viewer | null): Promise<RepeatedTextResponse> {
    const counted = response.project && viewer ? await this.views.count(response.project, viewer) : null;
    const views = response.rest === undefined ? null : counted;
    if (response.sent?.views !== views) {
      const text = response.rest === undefined ? response.text : `${response.text}${views}${response.rest}`;
      response.sent = { views, text: new RepeatedTextResponse(text) };
    }
    return response.sent.text;
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

/** The cache key of an embed. `options` is everything else that it depends on; `json` for the API's response. */
export function embedKey(project: string, options: string): string {
  return `embed ${project} ${options}`;
}

/** The fields for counting a view, without the sources. */
function viewedProject({ id, user_id, is_public, is_embeddable, views }: ProjectRow): ViewedProject {
  return { id, user_id, is_public, is_embeddable, views };
}

/** The response about a project, split at the number of views, which changes while it is cached. */
function splitAtViews(row: ProjectRow): { text: string; rest: string } {
  // A random marker, so that it cannot occur in the project.
  const mark = randomUUID();
  const response = { ...routes.readProject.response.parse(presentProject(row)), views: mark };
  const [text = '', rest = ''] = JSON.stringify(response).split(`"${mark}"`);
  return { text, rest };
}
