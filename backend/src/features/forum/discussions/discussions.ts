import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Discussion, ForumEvent } from '@studio/contract/http/forum';
import { EventPublisher } from '../../../common/domain-events.js';
import { invalidFields, notFound } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { Config } from '../../../config/config.js';
import { Database } from '../../../database/database.js';
import { WatchedProjectsService } from '../../projects/reading/watched-projects.service.js';
import { ForumTopics } from './forum-topics.js';

/** Changes of posts and topics within this time are published together. */
const publishDelayMs = 100;

/** Forum discussions about public projects (specification: Discussions). */
@Injectable()
export class Discussions implements BeforeApplicationShutdown {
  readonly #logger = new Logger('discussions');
  #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly topics: ForumTopics,
    private readonly projects: WatchedProjectsService,
    private readonly events: EventPublisher,
  ) {}

  beforeApplicationShutdown(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** @throws ApiError 404 where the caller may not read the project. */
  async read(id: string, caller: Caller | null): Promise<Discussion> {
    const [project] = await this.projects.find([id], caller);
    // Without an account one may watch an embeddable project, but read only a public one.
    if (!project || (caller === null && !project.audience.isPublic)) throw notFound();
    if (this.config.forumUrl === null || !project.audience.isPublic) return { discussion: null };
    const topics = await this.topics.find([id]);
    return { discussion: { replies: topics.get(id)?.replies ?? null } };
  }

  /** The forum's address for discussing a public project: its topic, or a form for a new one. @throws ApiError 404 */
  async address(id: string): Promise<string> {
    const { forumUrl, publicUrl } = this.config;
    const project = await this.database.sql
      .selectFrom('projects')
      .select('title')
      .where('id', '=', id)
      .where('is_public', '=', true)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!project || forumUrl === null) throw notFound();
    const topic = (await this.topics.find([id])).get(id);
    if (topic) return `${forumUrl}/t/${topic.id}`;
    // Discourse shows a preview of a link that is alone on its line.
    const filledIn = { title: project.title, body: `${publicUrl}/project/${id}\n\n` };
    return `${forumUrl}/new-topic?${new URLSearchParams(filledIn).toString()}`;
  }

  /**
   * Stores an event about a post or a topic. Events may arrive twice and in any order.
   * @param name for example `post_created`.
   * @param number of the event; anything that is not a number counts as the oldest.
   * @returns whether it was about a post or a topic.
   * @throws ApiError 400 for such an event without its post or topic.
   */
  async receive(
    name: string,
    number: string,
    signature: string,
    { post, topic }: ForumEvent,
  ): Promise<boolean> {
    const [, subject, change = ''] = /^(post|topic)_(\w+)$/.exec(name) ?? [];
    if (!subject) return false;
    const event = { change, number: /^\d{1,15}$/.test(number) ? Number(number) : 0, signature };
    if (subject === 'post' && post) this.#publishLater(await this.topics.receivePost(post, event));
    else if (subject === 'topic' && topic) this.#publishLater(await this.topics.receiveTopic(topic, event));
    else throw invalidFields([{ path: subject, message: 'is missing' }]);
    return true;
  }

  /**
   * The number of replies is read when it is published, so that after parallel events the last one published is
   * right.
   */
  #publishLater(projectIds: string[]): void {
    for (const id of projectIds) this.#changed.add(id);
    if (this.#changed.size > 0 && !this.#isOver)
      this.#timer ??= setTimeout(() => void this.#publish(), publishDelayMs);
  }

  async #publish(): Promise<void> {
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#timer = undefined;
    try {
      const projects = await this.projects.find(changed, null);
      const topics = await this.topics.find(changed);
      for (const { audience: project } of projects) {
        const replies = topics.get(project.projectId)?.replies ?? null;
        if (project.isPublic) this.events.publish('project.discussed', { project, replies });
      }
    } catch (error) {
      this.#logger.warn({ err: error }, `Replies to ${changed.length} projects could not be published.`);
    }
  }
}
