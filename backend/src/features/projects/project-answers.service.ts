import { Injectable } from '@nestjs/common';
import type { EmbedProject, ProjectListQuery } from '@studio/contract/http/projects';
import { routes } from '@studio/contract/routes';
import type { Caller, Viewer } from '../../common/caller.js';
import { jsonText } from '../../common/endpoint.js';
import { type Answer, HotAnswers } from '../../common/hot-answers.js';
import { presentEmbed, presentProject } from './project.presenter.js';
import { ProjectLists } from './project-lists.js';
import type { ProjectRow } from './project-rows.js';
import { ProjectViews } from './project-views.js';
import { ProjectsService } from './projects.service.js';
import { presentUnfolded, type UnfoldedProject } from './unfolded-projects.service.js';
import { WatchedProjectsService } from './watched-projects.service.js';

/** An answer about one project. */
export interface ProjectAnswer extends Answer {
  row?: ProjectRow | null;
}

/** What is read most, as text: for those without an account from what was read less than a second ago. Kept by address. */
@Injectable()
export class ProjectAnswers {
  constructor(
    private readonly projects: ProjectsService,
    private readonly lists: ProjectLists,
    private readonly views: ProjectViews,
    private readonly watched: WatchedProjectsService,
    private readonly hot: HotAnswers,
  ) {}

  /** A page of everybody's public projects. */
  async publicList(caller: Caller | null, query: ProjectListQuery, url: string): Promise<string> {
    const read = async () => jsonText(routes.listPublicProjects, await this.lists.public(caller, query));
    if (caller) return read();
    const { text } = await this.hot.give(url, async () => ({
      text: await read(),
    }));
    return text;
  }

  /** One project, its view counted. @throws ApiError 404 */
  async project(id: string, viewer: Viewer, url: string): Promise<string> {
    const read = async () => {
      const row = await this.projects.find(id, viewer.caller);
      return { text: jsonText(routes.readProject, presentProject(row)), row };
    };
    const { text, row } = await (viewer.caller ? read() : this.hot.give(url, read));
    const views = await this.views.count(row, viewer);
    return views === row.views ? text : jsonText(routes.readProject, presentProject({ ...row, views }));
  }

  /**
   * What an embed shows, as `write` writes it for this address; its view counted, unless there is no viewer.
   * Null where it may not be embedded.
   */
  async embed(
    id: string,
    viewer: Viewer | null,
    url: string,
    write: (project: EmbedProject, about: UnfoldedProject) => string,
  ): Promise<string | null> {
    const { text, row } = await this.hot.give(url, async () => {
      const found = await this.projects.findEmbeddable(id);
      return { text: found ? write(presentEmbed(found), presentUnfolded(found)) : '', row: found };
    });
    if (!row) return null;
    if (viewer) await this.views.count(row, viewer);
    return text;
  }

  /** Whether an embed that is open may stay so. */
  async mayStay(id: string, url: string): Promise<boolean> {
    const { text } = await this.hot.give(url, async () => {
      const [project] = await this.watched.find([id], null);
      return { text: project?.audience.isEmbeddable ? 'embeddable' : '' };
    });
    return text !== '';
  }
}
