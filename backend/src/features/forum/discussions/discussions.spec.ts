import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { randomRuns } from '../../../../test/support/random-runs.js';
import { runJobs } from '../../../../test/support/studio/run-jobs.js';
import { socketClientsOf } from '../../../../test/support/studio/socket-clients.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { Database } from '../../../database/database.js';

const webhookSecret = 'what the forum signs its webhooks with';
const forum = 'https://forum.example';
let studio: TestStudio;
let owner: Person;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio({ FORUM_URL: forum, FORUM_WEBHOOK_SECRET: webhookSecret });
  owner = await studio.resident();
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;

interface Event {
  name: string;
  number: number;
  body: object;
}

let numbers = 1_000;
const next = () => ++numbers;
/** A forum event. Numbers rise in the order in which events are made. */
const event = (name: string, body: object): Event => ({ name, number: next(), body });

const linkTo = ({ id }: Project) => `Look: ${studio.config.publicUrl}/project/${id} !`;

/** A forum post with the present time. */
function post(topic: number, of: object = {}) {
  const at = new Date(Date.UTC(2026, 10, 23) + next()).toISOString();
  return { post: { id: next(), topic_id: topic, post_number: 2, raw: 'Nice.', updated_at: at, ...of } };
}

const opening = (topic: number, raw: string, of: object = {}) => post(topic, { post_number: 1, raw, ...of });
const topicOf = (id: number, of: object = {}) => ({
  topic: { id, visible: true, archetype: 'regular', ...of },
});

async function send({ name, number, body }: Event, status = 200, secret = webhookSecret): Promise<void> {
  const text = JSON.stringify(body);
  const headers = {
    'x-discourse-event': name,
    'x-discourse-event-id': String(number),
    'x-discourse-event-signature': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
  };
  const sent = studio.call('post', '/forum/webhook').type('application/json').set(headers).send(text);
  await sent.expect(status);
}

async function sendAll(events: Event[]): Promise<void> {
  for (const one of events) await send(one);
}

const shown = () => studio.project(owner, { title: 'Shown & told', isPublic: true });

async function discussionOf({ id }: Project): Promise<unknown> {
  return (await studio.call('get', `/projects/${id}/discussion`).expect(200)).body.discussion;
}

async function leadsTo({ id }: Project): Promise<string> {
  const { headers } = await studio.call('get', `/projects/${id}/discuss`).expect(302);
  expect(headers['cache-control']).toBe('no-store');
  return headers['location'] ?? '';
}

describe('a public project', () => {
  it('without a discussion leads to a form for a new topic, with its title and link', async () => {
    const project = await shown();
    expect(await discussionOf(project)).toEqual({ replies: null });
    const address = new URL(await leadsTo(project));
    expect(address.origin + address.pathname).toBe(`${forum}/new-topic`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      title: 'Shown & told',
      body: `${studio.config.publicUrl}/project/${project.id}\n\n`,
    });
  });

  it('leads to the topic that begins with a link to it, whose replies it counts', async () => {
    const project = await shown();
    const topic = next();
    await sendAll([
      event('topic_created', topicOf(topic)),
      event('post_created', opening(topic, linkTo(project))),
      event('post_created', post(topic)),
      event('post_created', post(topic, { post_type: 3 })),
      event('post_created', post(topic, { hidden: true })),
      event('post_edited', post(topic, { user_deleted: true })),
    ]);
    expect(await discussionOf(project)).toEqual({ replies: 1 });
    expect(await leadsTo(project)).toBe(`${forum}/t/${topic}`);
  });

  it('leads to the topic that linked to it first, and to the next where that is gone', async () => {
    const project = await shown();
    const [second, first] = [next(), next()];
    await sendAll([
      event('post_created', opening(first, linkTo(project))),
      event('post_created', opening(second, linkTo(project))),
    ]);
    expect(await leadsTo(project)).toBe(`${forum}/t/${first}`);
    await send(event('topic_destroyed', topicOf(first)));
    expect(await leadsTo(project)).toBe(`${forum}/t/${second}`);
    await send(event('topic_recovered', topicOf(first)));
    expect(await leadsTo(project)).toBe(`${forum}/t/${first}`);
  });

  it('stays with its topic when an older one is edited to link to it, in whatever order that is heard of', async () => {
    for (const isLate of [false, true]) {
      const project = await shown();
      const [older, id, topic] = [next(), next(), next()];
      const events = [
        event('post_created', opening(older, 'Hello.', { id })),
        event('post_created', opening(topic, linkTo(project))),
        event('post_edited', opening(older, linkTo(project), { id })),
      ];
      await sendAll(isLate ? events.toReversed() : events);
      expect(await leadsTo(project)).toBe(`${forum}/t/${topic}`);
    }
  });

  it.each<[string, (project: Project, topic: number) => Event]>([
    ['is deleted', (_, topic) => event('topic_destroyed', topicOf(topic))],
    ['was deleted before', (_, topic) => event('topic_edited', topicOf(topic, { deleted_at: '2026-11-23' }))],
    [
      'is in no list',
      (_, topic) => event('topic_visible_status_updated', topicOf(topic, { visible: false })),
    ],
    [
      'is made a private message',
      (_, topic) => event('topic_edited', topicOf(topic, { archetype: 'private_message' })),
    ],
    [
      'gets a private message',
      (_, topic) => event('post_created', post(topic, { topic_archetype: 'private_message' })),
    ],
    [
      'loses its first post',
      (project, topic) => event('post_destroyed', opening(topic, linkTo(project), { id: topic })),
    ],
    [
      'no longer links to it',
      (_, topic) => event('post_edited', opening(topic, 'Forget it.', { id: topic })),
    ],
  ])('has none where its topic %s', async (_, happens) => {
    const project = await shown();
    const topic = next();
    await send(event('post_created', opening(topic, linkTo(project), { id: topic })));
    expect(await discussionOf(project)).toEqual({ replies: 0 });
    await send(happens(project, topic));
    expect(await discussionOf(project)).toEqual({ replies: null });
    expect(await leadsTo(project)).toMatch(/\/new-topic\?/);
  });

  it.each<[string, (project: Project) => string]>([
    ['of another site', ({ id }) => `https://elsewhere.example/project/${id}`],
    ['with a longer id', (project) => `${linkTo(project).slice(0, -2)}0`],
    ['of nothing', () => ''],
    ['of many lines of slashes', () => '/project/'.repeat(10_000)],
  ])('is not discussed by a link %s', async (_, write) => {
    const project = await shown();
    await send(event('post_created', opening(next(), write(project))));
    expect(await discussionOf(project)).toEqual({ replies: null });
  });
});

describe('events that come late, twice and in any order', () => {
  it('do not restore a deleted reply, unless it is recovered', async () => {
    const project = await shown();
    const [topic, id] = [next(), next()];
    const first = event('post_created', opening(topic, linkTo(project)));
    const made = event('post_created', post(topic, { id }));
    const edited = event('post_edited', post(topic, { id }));
    const destroyed = event('post_destroyed', post(topic, { id }));
    const late = event('post_edited', post(topic, { id }));
    await sendAll([destroyed, edited, made, late, made, first]);
    expect(await discussionOf(project)).toEqual({ replies: 0 });
    const [recovered, again] = [
      event('post_recovered', post(topic, { id })),
      event('post_destroyed', post(topic, { id })),
    ];
    await send(recovered);
    expect(await discussionOf(project)).toEqual({ replies: 1 });
    await sendAll([again, recovered]);
    expect(await discussionOf(project)).toEqual({ replies: 0 });
  });

  it('lead to the same topic and as many replies as those that come once and in order', async () => {
    const deliveries = fc.record({
      kinds: fc.array(fc.constantFrom(...kinds), { maxLength: 12 }),
      // The position at which each event arrives, and that of its repetition, if any.
      places: fc.array(fc.tuple(fc.nat(99), fc.option(fc.nat(99))), { minLength: 16, maxLength: 16 }),
    });
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ kinds, places }) => {
        const [inOrder, inDisorder] = [await shown(), await shown()];
        const expected = historyOf(inOrder, kinds);
        await sendAll(expected.events);
        const { events, topics } = historyOf(inDisorder, kinds);
        const copies = events.flatMap((one, index) =>
          (places[index] ?? []).flatMap((place) => (place === null ? [] : [{ one, place }])),
        );
        await sendAll(copies.toSorted((a, b) => a.place - b.place).map(({ one }) => one));
        expect(await discussionOf(inDisorder)).toEqual(await discussionOf(inOrder));
        const [place, expectedPlace] = [await leadsTo(inDisorder), await leadsTo(inOrder)];
        expect(topics.map((topic) => place === `${forum}/t/${topic}`)).toEqual(
          expected.topics.map((topic) => expectedPlace === `${forum}/t/${topic}`),
        );
      }),
      randomRuns(20),
    );
  });
});

const kinds = [
  'reply',
  'edit',
  'destroy',
  'recover',
  'unlink',
  'link',
  'hide',
  'show',
  'close',
  'reopen',
].concat(['rival links', 'rival unlinks']);

/** The events of a topic about a project and of an older one that may link to it, in order. */
function historyOf(project: Project, kinds: string[]): { events: Event[]; topics: number[] } {
  const rival = next();
  const topic = next();
  const first = next();
  const reply = next();
  const made: Record<string, () => Event> = {
    reply: () => event('post_created', post(topic)),
    edit: () => event('post_edited', post(topic, { id: reply, raw: 'Very nice.' })),
    destroy: () => event('post_destroyed', post(topic, { id: reply })),
    recover: () => event('post_recovered', post(topic, { id: reply })),
    unlink: () => event('post_edited', opening(topic, 'Nothing.', { id: first })),
    link: () => event('post_edited', opening(topic, linkTo(project), { id: first })),
    hide: () => event('topic_visible_status_updated', topicOf(topic, { visible: false })),
    show: () => event('topic_visible_status_updated', topicOf(topic)),
    close: () => event('topic_destroyed', topicOf(topic)),
    reopen: () => event('topic_recovered', topicOf(topic)),
    'rival links': () => event('post_edited', opening(rival, linkTo(project), { id: rival })),
    'rival unlinks': () => event('post_edited', opening(rival, 'Nothing.', { id: rival })),
  };
  const events = [
    event('post_created', opening(rival, 'Nothing.', { id: rival })),
    event('topic_created', topicOf(topic)),
    event('post_created', opening(topic, linkTo(project), { id: first })),
    event('post_created', post(topic, { id: reply })),
    ...kinds.flatMap((kind) => made[kind]?.() ?? []),
  ];
  return { events, topics: [rival, topic] };
}

describe('a topic', () => {
  it('stays the discussion while it is a banner', async () => {
    const project = await shown();
    const topic = next();
    await sendAll([
      event('topic_created', topicOf(topic)),
      event('post_created', opening(topic, linkTo(project))),
      event('post_created', post(topic, { post_type: 3, topic_archetype: 'banner' })),
    ]);
    expect(await leadsTo(project)).toBe(`${forum}/t/${topic}`);
    await send(event('topic_edited', topicOf(topic, { archetype: 'banner' })));
    expect(await leadsTo(project)).toBe(`${forum}/t/${topic}`);
  });

  it('is found again once a private message is made public, whatever was deleted in it', async () => {
    const project = await shown();
    const topic = next();
    const reply = next();
    const isPrivate = { topic_archetype: 'private_message' };
    await sendAll([
      event('topic_created', topicOf(topic)),
      event('post_created', opening(topic, linkTo(project))),
      event('post_created', post(topic, { ...isPrivate, id: reply })),
      event('post_destroyed', post(topic, { ...isPrivate, id: reply })),
    ]);
    expect(await discussionOf(project)).toEqual({ replies: null });
    await send(event('topic_edited', topicOf(topic)));
    expect(await leadsTo(project)).toBe(`${forum}/t/${topic}`);
  });
});

describe('open pages', () => {
  it('get the number of replies once they are stored, and nothing about a private project', async () => {
    const project = await shown();
    const topic = next();
    const tab = await tabs.open(await studio.person());
    await tab.watch(project);
    await send(event('post_created', opening(topic, linkTo(project))));
    const updates = () => tab.received.filter(([name]) => name === 'project:discussion').map(([, of]) => of);
    await until(() => updates().length === 1);
    expect(updates()).toEqual([{ projectId: project.id, replies: 0 }]);
    await Promise.all([1, 2, 3].map(() => send(event('post_created', post(topic)))));
    await until(() => JSON.stringify(updates().at(-1)).includes('"replies":3'));

    const own = await tabs.open(owner);
    await own.watch(project);
    await studio.call('put', `/projects/${project.id}`, owner).send({ isPublic: false }).expect(200);
    await send(event('post_created', post(topic)));
    const other = await shown();
    await own.watch(other);
    await send(event('post_created', opening(next(), linkTo(other))));
    const ownUpdates = () =>
      own.received.flatMap(([name, of]) => (name === 'project:discussion' ? [of] : []));
    await until(() => ownUpdates().length > 0);
    expect(ownUpdates()).toEqual([{ projectId: other.id, replies: 0 }]);
  });
});

describe('no discussion is shown', () => {
  it('about a private or deleted project, to anybody', async () => {
    for (const change of ['private', 'deleted']) {
      const project = await shown();
      const topic = next();
      await send(event('post_created', opening(topic, linkTo(project))));
      const path = `/projects/${project.id}`;
      if (change === 'private') await studio.call('put', path, owner).send({ isPublic: false }).expect(200);
      else await studio.call('delete', path, owner).expect(204);
      await studio.call('get', `${path}/discuss`).expect(404);
      await studio.call('get', `${path}/discussion`).expect(404);
      const own = await studio.call('get', `${path}/discussion`, owner);
      expect(change === 'private' ? own.body : own.status).toEqual(
        change === 'private' ? { discussion: null } : 404,
      );
    }
  });
});

describe('a webhook', () => {
  it('of somebody else is 401, a malformed one 400, and neither changes anything', async () => {
    const project = await shown();
    await send(event('post_created', opening(next(), linkTo(project))), 401, 'another secret altogether');
    await send(event('post_created', {}), 400);
    await send(event('topic_created', { post: {} }), 400);
    await send(event('post_created', opening(next(), linkTo(project), { id: -1 })), 400);
    await send(event('post_created', opening(next(), linkTo(project), { updated_at: 'today' })), 400);
    await send(event('post_created', opening(next(), `${linkTo(project)}${'x'.repeat(262_144)}`)), 413);
    expect(await discussionOf(project)).toEqual({ replies: null });
  });
});

describe('an event that is older than 30 days', () => {
  const rows = (table: 'forum_posts' | 'forum_topics') =>
    tables()
      .selectFrom(table)
      .select(sql<number>`id::int`.as('id'))
      .execute()
      .then((found) => found.map(({ id }) => id));
  const age = (table: 'forum_posts' | 'forum_topics', ids: number[]) =>
    tables()
      .updateTable(table)
      .set({ heard_at: sql`now() - interval '31 days'` })
      .where('id', 'in', ids)
      .execute();

  it('is deleted, except for the topics of projects', async () => {
    const project = await shown();
    const [about, other, gone, fresh] = [next(), next(), next(), next()];
    const first = opening(about, linkTo(project));
    const reply = post(about);
    const small = opening(other, 'About nothing here');
    const dead = opening(gone, `${studio.config.publicUrl}/project/${'0'.repeat(16)}`);
    const recent = opening(fresh, 'About nothing here either');
    for (const one of [first, reply, small, dead, recent]) await send(event('post_created', one));
    for (const topic of [about, other, fresh]) await send(event('topic_created', topicOf(topic)));
    await age(
      'forum_posts',
      [first, reply, small, dead].map((one) => one.post.id),
    );
    await age('forum_topics', [about, other]);
    await runJobs(studio, 'forum-topics');
    const posts = await rows('forum_posts');
    for (const { post: kept } of [first, reply, recent]) expect(posts).toContain(kept.id);
    for (const { post: deleted } of [small, dead]) expect(posts).not.toContain(deleted.id);
    const topics = await rows('forum_topics');
    expect(topics).toEqual(expect.arrayContaining([about, fresh]));
    expect(topics).not.toContain(other);
    expect(await discussionOf(project)).toEqual({ replies: 1 });
  });

  it('starts its 30 days again when the event arrives again', async () => {
    const topic = next();
    const first = opening(topic, 'About nothing');
    await send(event('post_created', first));
    await send(event('topic_created', topicOf(topic)));
    await age('forum_posts', [first.post.id]);
    await age('forum_topics', [topic]);
    await send(event('post_edited', first));
    await send(event('topic_edited', topicOf(topic)));
    await runJobs(studio, 'forum-topics');
    expect(await rows('forum_posts')).toContain(first.post.id);
    expect(await rows('forum_topics')).toContain(topic);
  });
});

// Last: the other studio ends the sessions of this one.
it('shows no discussion where no forum is set up', async () => {
  const alone = await startTestStudio({});
  const project = await alone.project(await alone.resident(), { isPublic: true });
  await alone.call('get', `/projects/${project.id}/discussion`).expect(200, { discussion: null });
  await alone.call('get', `/projects/${project.id}/discuss`).expect(404);
  await alone.stop();
});
