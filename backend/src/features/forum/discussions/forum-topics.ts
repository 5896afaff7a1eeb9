import { Injectable } from '@nestjs/common';
import type { ForumPost, ForumTopic } from '@studio/contract/http/forum';
import { sql } from 'kysely';
import { HousekeepingJob } from '../../../common/housekeeping-job.js';
import { idPattern } from '../../../common/ids.js';
import { Config } from '../../../config/config.js';
import { Database } from '../../../database/database.js';
import { deleteInBatches } from '../../../database/delete-in-batches.js';

/** An event about a post or a topic: the second part of its name, its number, and the signature of its body. */
export interface TopicEvent {
  /** For example `destroyed`. */
  change: string;
  number: number;
  signature: string;
}

/** Discourse's kinds of topics that everybody may read; the third one is `private_message`. */
const publicArchetypes = ['regular', 'banner'];

/** A project's topic. */
export interface Topic {
  id: number;
  replies: number;
}

/**
 * Topics and posts from the forum's webhooks. Events may arrive late, twice and in any order; the stored state is the
 * same (ADR 55). With kysely: one statement per event keeps the newer of the stored and the received values.
 */
@Injectable()
export class ForumTopics {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Stores an event about a post. @returns the ids of projects whose discussion may have changed. */
  receivePost(post: ForumPost, event: TopicEvent): Promise<string[]> {
    return this.database.transaction(async () => {
      const before = await this.#placeOf(post.id);
      await this.#storePost(post, event);
      // A topic that was turned into a private message must no longer be found. The event's change is the post's.
      if (!publicArchetypes.includes(post.topic_archetype))
        await this.#storeListing(post.topic_id, false, { ...event, change: '' });
      const after = await this.#projectsOf([post.topic_id, ...(before ? [before.topic_id] : [])]);
      return [...new Set([...after, ...(before?.project_id ? [before.project_id] : [])])];
    });
  }

  /** Stores an event about a topic. @returns the ids of projects whose discussion may have changed. */
  receiveTopic({ id, visible, archetype, deleted_at }: ForumTopic, event: TopicEvent): Promise<string[]> {
    return this.database.transaction(async () => {
      const isListed = visible && publicArchetypes.includes(archetype) && !deleted_at;
      await this.#storeListing(id, isListed, event);
      return this.#projectsOf([id]);
    });
  }

  /** For each of these projects, the topic that linked to it first of those that everybody may read. */
  async find(projectIds: string[]): Promise<Map<string, Topic>> {
    if (projectIds.length === 0) return new Map();
    const found = await this.database.sql
      .selectFrom('forum_posts as first')
      .leftJoin('forum_topics as topic', 'topic.id', 'first.topic_id')
      // Missing for posts that a replica of an earlier version has stored; they come last.
      .leftJoin('forum_links as link', (join) =>
        join.onRef('link.post_id', '=', 'first.id').onRef('link.project_id', '=', 'first.project_id'),
      )
      .distinctOn('first.project_id')
      .select((is) => [
        'first.project_id',
        'first.topic_id',
        is
          .selectFrom('forum_posts as reply')
          .select(sql<number>`count(*)::int`.as('count'))
          .whereRef('reply.topic_id', '=', 'first.topic_id')
          .where('reply.is_reply', '=', true)
          .whereRef('reply.destroyed_event', '<=', 'reply.recovered_event')
          .as('replies'),
      ])
      .where('first.project_id', 'in', projectIds)
      .whereRef('first.destroyed_event', '<=', 'first.recovered_event')
      .where((is) =>
        is.or([
          is('topic.id', 'is', null),
          is.and([
            is('topic.is_listed', '=', true),
            is('topic.destroyed_event', '<=', is.ref('topic.recovered_event')),
          ]),
        ]),
      )
      .orderBy('first.project_id')
      .orderBy('link.linked_at')
      .orderBy('first.topic_id')
      .execute();
    return new Map(
      found.map(({ project_id, topic_id, replies }) => [
        String(project_id),
        { id: topic_id, replies: replies ?? 0 },
      ]),
    );
  }

  /**
   * Deletes posts and topics that are about no project, which is most of a forum, 30 days after their last event. By
   * then the forum has repeated failed deliveries.
   */
  @HousekeepingJob({ name: 'forum-topics', cron: '21,51 * * * *' })
  async prune(signal: AbortSignal): Promise<void> {
    const posts = sql`heard_at < now() - interval '30 days' and not exists (
      select from forum_posts first join projects on projects.id = first.project_id
      where first.topic_id = forum_posts.topic_id)`;
    await deleteInBatches(this.database, signal, { table: 'forum_posts', where: posts });
    const topics = sql`heard_at < now() - interval '30 days' and not exists (
      select from forum_posts where topic_id = forum_topics.id)`;
    await deleteInBatches(this.database, signal, { table: 'forum_topics', where: topics });
  }

  async #storePost(post: ForumPost, event: TopicEvent): Promise<void> {
    const isFirst = post.post_number === 1;
    const isReadable = !post.user_deleted && !post.hidden;
    const projectId = isFirst && isReadable ? linkedProject(post.raw, this.config) : null;
    await this.database.sql
      .insertInto('forum_posts')
      .values({
        id: post.id,
        topic_id: post.topic_id,
        content_rank: `${new Date(post.updated_at).toISOString()} ${event.signature}`,
        is_reply: !isFirst && isReadable && post.post_type === 1,
        project_id: projectId,
        ...existence(event),
      })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((known) => {
          const newer = <C extends 'topic_id' | 'is_reply' | 'project_id' | 'content_rank'>(column: C) =>
            known
              .case()
              .when(sql<boolean>`excluded.content_rank collate "C" > forum_posts.content_rank collate "C"`)
              .then(known.ref(`excluded.${column}`))
              .else(known.ref(`forum_posts.${column}`))
              .end();
          return {
            topic_id: newer('topic_id'),
            is_reply: newer('is_reply'),
            project_id: newer('project_id'),
            content_rank: newer('content_rank'),
            destroyed_event: sql<number>`greatest(excluded.destroyed_event, forum_posts.destroyed_event)`,
            recovered_event: sql<number>`greatest(excluded.recovered_event, forum_posts.recovered_event)`,
            heard_at: sql<Date>`now()`,
          };
        }),
      )
      .execute();
    if (projectId !== null) await this.#storeLink(post, projectId);
  }

  /** Keeps the earliest time, so that nobody takes a discussion over by editing an older topic. */
  async #storeLink({ id, updated_at }: ForumPost, projectId: string): Promise<void> {
    await this.database.sql
      .insertInto('forum_links')
      .values({ post_id: id, project_id: projectId, linked_at: new Date(updated_at) })
      .onConflict((conflict) =>
        conflict.columns(['post_id', 'project_id']).doUpdateSet({
          linked_at: sql<Date>`least(excluded.linked_at, forum_links.linked_at)`,
        }),
      )
      .execute();
  }

  async #storeListing(id: number, isListed: boolean, event: TopicEvent): Promise<void> {
    await this.database.sql
      .insertInto('forum_topics')
      .values({ id, listed_event: event.number, is_listed: isListed, ...existence(event) })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          // Of two events with the same number, the one that hides the topic wins.
          is_listed: sql<boolean>`case
            when excluded.listed_event > forum_topics.listed_event then excluded.is_listed
            when excluded.listed_event < forum_topics.listed_event then forum_topics.is_listed
            else excluded.is_listed and forum_topics.is_listed end`,
          listed_event: sql<number>`greatest(excluded.listed_event, forum_topics.listed_event)`,
          destroyed_event: sql<number>`greatest(excluded.destroyed_event, forum_topics.destroyed_event)`,
          recovered_event: sql<number>`greatest(excluded.recovered_event, forum_topics.recovered_event)`,
          heard_at: sql<Date>`now()`,
        }),
      )
      .execute();
  }

  #placeOf(postId: number) {
    return this.database.sql
      .selectFrom('forum_posts')
      .select(['topic_id', 'project_id'])
      .where('id', '=', postId)
      .executeTakeFirst();
  }

  async #projectsOf(topicIds: number[]): Promise<string[]> {
    const found = await this.database.sql
      .selectFrom('forum_posts')
      .select('project_id')
      .distinct()
      .where('topic_id', 'in', topicIds)
      .where('project_id', 'is not', null)
      .execute();
    return found.map(({ project_id }) => String(project_id));
  }
}

const projectPath = new RegExp(`/project/(${idPattern})(?![0-9a-z])`, 'g');

/** The id of the first project of this studio that a text links to, or null. */
function linkedProject(text: string, { publicUrl }: Config): string | null {
  for (const { 1: id = null, index } of text.matchAll(projectPath))
    if (text.endsWith(publicUrl, index)) return id;
  return null;
}

/** A destroyed post or topic stays destroyed until a later event recovers it, even if older events arrive meanwhile. */
function existence({ change, number }: TopicEvent) {
  return {
    destroyed_event: change === 'destroyed' ? number : -1,
    recovered_event: change === 'recovered' ? number : -1,
  };
}
