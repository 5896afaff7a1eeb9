import { forumPage } from './forum-pages.ts';

/** Sends a webhook event about a post or a topic. */
type Send = (event: string, type: 'post' | 'topic', about: object) => Promise<number>;

/** Topics of the forum. Each change sends the studio the events of a stock Discourse. */
export interface Topics {
  /** @returns the topic's number. */
  start(title: string, raw: string): Promise<number>;
  reply(topicId: number, raw: string): Promise<void>;
  destroy(topicId: number): Promise<void>;
  /** The page of a topic; null where there is none. */
  page(topicId: number): string | null;
}

interface Topic {
  title: string;
  posts: string[];
}

export function createTopics(send: Send): Topics {
  const topics = new Map<number, Topic>();
  let posts = 100;

  async function post(topicId: number, { title, posts: written }: Topic, raw: string): Promise<void> {
    written.push(raw);
    const at = new Date().toISOString();
    await send('post_created', 'post', {
      id: ++posts,
      username: 'somebody',
      created_at: at,
      updated_at: at,
      cooked: `<p>${raw}</p>`,
      raw,
      post_number: written.length,
      post_type: 1,
      version: 1,
      user_deleted: false,
      hidden: false,
      topic_id: topicId,
      topic_slug: `topic-${topicId}`,
      topic_title: title,
      topic_posts_count: written.length,
      topic_archetype: 'regular',
    });
  }

  const describeTopic = (id: number, { title, posts: written }: Topic) => ({
    id,
    title,
    slug: `topic-${id}`,
    posts_count: written.length,
    visible: true,
    archetype: 'regular',
    deleted_at: null,
  });

  return {
    async start(title, raw) {
      const topic: Topic = { title, posts: [] };
      const id = topics.size + 2;
      topics.set(id, topic);
      await send('topic_created', 'topic', describeTopic(id, topic));
      await post(id, topic, raw);
      return id;
    },
    async reply(topicId, raw) {
      const topic = topics.get(topicId);
      if (topic) await post(topicId, topic, raw);
    },
    async destroy(topicId) {
      const topic = topics.get(topicId);
      // Like Discourse, the event describes the topic as it was before.
      if (topic) await send('topic_destroyed', 'topic', describeTopic(topicId, topic));
      topic?.posts.splice(0);
    },
    page(topicId) {
      const topic = topics.get(topicId);
      if (!topic?.posts.length) return null;
      return forumPage(topic.title, topic.posts.map((raw) => `<article>${raw}</article>`).join(''));
    },
  };
}
