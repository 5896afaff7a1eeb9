import { setTimeout as after } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { ProjectKey } from '@studio/contract/project-key';
import { LRUCache } from 'lru-cache';
import { serviceUnavailable } from '../../common/errors/api-error.js';
import { FairWork } from '../../common/fair-work.js';
import { Config } from '../../config/config.js';
import {
  type PreviewedProject,
  PreviewedProjectsService,
} from '../projects/reading/previewed-projects.service.js';
import { headTags, shareImageVersion } from './page-metadata.js';
import { drawShareImage } from './share-image/draw-share-image.js';

/** Milliseconds after which the page is sent without tags, because somebody is waiting for it. */
const maxWaitMs = 500;
const cacheBytes = 16 * 1_048_576;
/** How many images may wait, for one network and in all. */
const queueLimits = { perOwner: 100, total: 200 };

/** The tags and the preview image that other sites show for a link to a project. */
@Injectable()
export class LinkPreviewService {
  readonly #logger = new Logger('link-preview');
  readonly #work = new FairWork({
    limits: queueLimits,
    maxConcurrent: 1,
    maxConcurrentPerOwner: 1,
    refusal: serviceUnavailable,
  });
  readonly #shareImages = new LRUCache<string, Buffer>({
    maxSize: cacheBytes,
    sizeCalculation: (image) => image.length,
  });

  constructor(
    private readonly config: Config,
    private readonly projects: PreviewedProjectsService,
  ) {}

  /**
   * The tags for a project or a published version; empty if it is not visible, or the database does not answer in
   * time.
   */
  async pageTags(key: ProjectKey): Promise<string> {
    const waiting = new AbortController();
    const late = after(maxWaitMs, null, { signal: waiting.signal }).catch(() => null);
    try {
      const project = await Promise.race([this.projects.find(key), late]);
      return project ? headTags(this.config, project, 'project') : '';
    } catch (error) {
      this.#logger.warn({ err: error });
      return '';
    } finally {
      waiting.abort();
    }
  }

  /**
   * The share image of a project as PNG, drawn once per version and name of the author, in turns for the networks that
   * ask; null for a project that is not visible.
   * @throws ApiError 503 when the queue is full.
   */
  async shareImage(key: ProjectKey, network: string): Promise<Buffer | null> {
    const project = await this.projects.find(key);
    if (!project) return null;
    const version = versionOf(project);
    return this.#shareImages.get(version) ?? this.#work.run(version, network, () => this.#draw(key, project));
  }

  async #draw(key: ProjectKey, found: PreviewedProject): Promise<Buffer | null> {
    const image = await this.#drawVersion(found);
    if (image) return image;
    // It was saved, on this replica or another, since it was found.
    const now = await this.projects.findNow(key);
    return now && this.#drawVersion(now);
  }

  async #drawVersion(project: PreviewedProject): Promise<Buffer | null> {
    const sources = await this.projects.readExcerpt(project);
    if (!sources) return null;
    const image = await drawShareImage({ title: project.title, author: project.author, ...sources });
    this.#shareImages.set(versionOf(project), image);
    return image;
  }
}

function versionOf(project: PreviewedProject): string {
  return `${project.id} ${shareImageVersion(project)}`;
}
