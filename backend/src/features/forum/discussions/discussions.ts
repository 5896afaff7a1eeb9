import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Discussion, ForumEvent } from '@studio/contract/http/forum';
import { EventPublisher } from '../../../common/domain-events.js';
import { invalidFields, notFound } from '../../../common/errors/api-error.js';
import type { Caller } from '../../../common/http/caller.js';
import { Config } from '../../../config/config.js';
import { Database } from '../../../database/database.js';
import { WatchedProjectsService } from '../../projects/reading/watched-projects.service.js';
import { ForumTopics } from './forum-topics.js';

/** What happens to posts and topics within this time is published once. */
const publishDelayMs = 100;

/** What is said about public projects in the forum (specification: Discussions). */
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
    // Nobody in particular may watch what is embedded, but not read it.
    if (!project || (caller === null && !project.audience.isPublic)) throw notFound();
    if (this.config.forumUrl === null || !project.audience.isPublic) return { discussion: null };
    const topics = await this.topics.find([id]);
    return { discussion: { replies: topics.get(id)?.replies ?? null } };
  }

  /** Where to talk about a public project: its topic, or a new one with title and link. @throws ApiError 404 */
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
    // Alone in its line, the link unfolds.
    const filledIn = { title: project.title, body: `${publicUrl}/project/${id}\n\n` };
    return `${forumUrl}/new-topic?${new URLSearchParams(filledIn).toString()}`;
  }

  /**
   * Takes what the forum tells of a post or a topic; twice is as good as once, in whatever order.
   * @param name for example `post_created`.
   * @param number of the event; what is no number counts as the oldest.
   * @returns whether it was about one of them.
   * @throws ApiError 400 for such an event that is about nothing.
   */
  async hear(name: string, number: string, signature: string, { post, topic }: ForumEvent): Promise<boolean> {
    const [, subject, change = ''] = /^(post|topic)_(\w+)$/.exec(name) ?? [];
    if (!subject) return false;
    const told = { change, number: /^\d{1,15}$/.test(number) ? Number(number) : 0, signature };
    if (subject === 'post' && post) this.#remember(await this.topics.hearOfPost(post, told));
    else if (subject === 'topic' && topic) this.#remember(await this.topics.hearOfTopic(topic, told));
    else throw invalidFields([{ path: subject, message: 'is missing' }]);
    return true;
  }

  /** Read again a moment later, so that of parallel events the last one that is published is right. */
  #remember(projectIds: string[]): void {
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
