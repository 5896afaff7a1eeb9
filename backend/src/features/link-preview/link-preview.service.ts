import { setTimeout as after } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { ProjectKey } from '@studio/contract/project-key';
import { LRUCache } from 'lru-cache';
import { Semaphore } from '../../common/semaphore.js';
import { Config } from '../../config/config.js';
import {
  type PreviewedProject,
  PreviewedProjectsService,
} from '../projects/reading/previewed-projects.service.js';
import { headTags } from './page-metadata.js';
import { drawCard } from './share-image/draw-share-image.js';

/** Milliseconds after which the page is sent without tags, because somebody is waiting for it. */
const maxWaitMs = 500;
const cacheBytes = 16 * 1_048_576;

/** The tags and the preview image that other sites show for a link to a project. */
@Injectable()
export class LinkPreviewService {
  readonly #logger = new Logger('link-preview');
  readonly #semaphore = new Semaphore(1);
  readonly #cards = new LRUCache<string, Buffer, PreviewedProject>({
    maxSize: cacheBytes,
    sizeCalculation: (card) => card.length,
    fetchMethod: (_key, _stale, { context }) => this.#semaphore.run(() => this.#draw(context)),
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
   * The card of a project as PNG, drawn once per version; null for a project that is not visible.
   * @throws Error when the queue is full.
   */
  async card(key: ProjectKey): Promise<Buffer | null> {
    const project = await this.projects.find(key);
    if (!project) return null;
    return (await this.#cards.fetch(`${key.id} ${project.version}`, { context: project })) ?? null;
  }

  async #draw(project: PreviewedProject): Promise<Buffer | undefined> {
    const sources = await this.projects.readExcerpt(project);
    return sources ? drawCard({ title: project.title, author: project.author, ...sources }) : undefined;
  }
}
