import { defineEntity, p } from '@mikro-orm/core';

/*
 * Topics and posts of the forum, from its webhooks, which arrive in any order. Each column keeps the newest value, by
 * the number of the event or by the time of the edit. -1: no such event has arrived.
 */

/** The state of a topic itself, without its posts. Most topics have no row. */
export const ForumTopicEntity = defineEntity({
  name: 'ForumTopic',
  tableName: 'forum_topics',
  properties: {
    id: p.bigint('number').primary().autoincrement(false),
    /** The event that `isListed` is from. */
    listedEvent: p.bigint('number').defaultRaw('-1'),
    isListed: p.boolean().default(true),
    destroyedEvent: p.bigint('number').defaultRaw('-1'),
    recoveredEvent: p.bigint('number').defaultRaw('-1'),
    heardAt: p.datetime().defaultRaw('now()'),
  },
});

/** A post, without its text: only the project that it links to. */
export const ForumPostEntity = defineEntity({
  name: 'ForumPost',
  tableName: 'forum_posts',
  properties: {
    id: p.bigint('number').primary().autoincrement(false),
    topicId: p.bigint('number').index('forum_posts_topic_index'),
    /** Orders the versions of the post: the time of the edit, then the signature of the event. */
    contentRank: p.text(),
    /** Whether it is a visible reply. */
    isReply: p.boolean(),
    /** Of a topic's first post: the first project that it links to, if any. */
    projectId: p.string().length(16).nullable(),
    destroyedEvent: p.bigint('number').defaultRaw('-1'),
    recoveredEvent: p.bigint('number').defaultRaw('-1'),
    heardAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'forum_posts_project',
      expression:
        'create index "forum_posts_project" on "forum_posts" ("project_id") where "project_id" is not null',
    },
  ],
});

/** When a topic's first post first linked to a project, as far as its events tell: the oldest link has the discussion. */
export const ForumLinkEntity = defineEntity({
  name: 'ForumLink',
  tableName: 'forum_links',
  properties: {
    post: () => p.manyToOne(ForumPostEntity).primary().deleteRule('cascade'),
    projectId: p.string().length(16).primary(),
    linkedAt: p.datetime(),
  },
});
