import { defineEntity, p } from '@mikro-orm/core';

/*
 * Topics and posts of the forum, as its webhooks tell of them, in whatever order. Each column keeps the newest that was
 * told: by the number of the event, or by the time of the edit. -1: nothing was told.
 */

/** What is known of a topic apart from its posts; most have no row. */
export const ForumTopicEntity = defineEntity({
  name: 'ForumTopic',
  tableName: 'forum_topics',
  properties: {
    id: p.bigint('number').primary().autoincrement(false),
    /** The event that told whether everybody may find it. */
    listedEvent: p.bigint('number').defaultRaw('-1'),
    isListed: p.boolean().default(true),
    destroyedEvent: p.bigint('number').defaultRaw('-1'),
    recoveredEvent: p.bigint('number').defaultRaw('-1'),
    heardAt: p.datetime().defaultRaw('now()'),
  },
});

/** A post: nothing of its words but the project that they link to. */
export const ForumPostEntity = defineEntity({
  name: 'ForumPost',
  tableName: 'forum_posts',
  properties: {
    id: p.bigint('number').primary().autoincrement(false),
    topicId: p.bigint('number').index('forum_posts_topic_index'),
    /** Orders the states that it was in: the time of the edit, then the signature of what told of it. */
    contentRank: p.text(),
    /** Somebody's answer that people can read. */
    isReply: p.boolean(),
    /** Of a topic's first post: the project whose link it contains, if there is such a project. */
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
