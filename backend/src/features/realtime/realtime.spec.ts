import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import { type SocketClient, socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { EventPublisher } from '../../common/domain-events.js';
import { Database } from '../../database/database.js';
import { CounterUpdates } from './counter-updates.js';

let studio: TestStudio;
let owner: Person;
const tabs = socketClientsOf(() => studio);
const { open } = tabs;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.resident();
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

const save = (project: Project, fields: object, clientId = 'tab-1') =>
  studio.call('put', `/projects/${project.id}`, owner).set('x-client-id', clientId).send(fields);

describe('watching a project', () => {
  it('is acknowledged with its figures', async () => {
    const project = await studio.project(owner, { isPublic: true });
    expect(await (await open()).watch(project)).toEqual({
      ok: true,
      version: 1,
      likes: 0,
      views: 0,
      forkCount: 0,
    });
  });

  it('misses nothing that happens at the same moment', async () => {
    const fans = await Promise.all(Array.from({ length: 8 }, () => studio.person()));
    for (const fan of fans) {
      const project = await studio.project(owner, { isPublic: true });
      const tab = await open();
      const liking = studio.call('put', `/projects/${project.id}/like`, fan).expect(200).then();
      const result = await tab.watch(project);
      await liking;
      await tab.settle();
      const events = tab.received.flatMap(([event, payload]) =>
        event === 'project:likes' ? [payload.likes] : [],
      );
      expect([...(result.ok ? [result.likes] : []), ...events]).toContain(1);
    }
  });

  it('receives the stored figures last, in whatever order they were published', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const tab = await open();
    await tab.watch(project);
    await studio.call('put', `/projects/${project.id}/like`, owner).expect(200);
    const overtaken = {
      projectId: project.id,
      ownerId: owner.user.id,
      isPublic: true,
      isEmbeddable: false,
    };
    const events = studio.studio.app.get(EventPublisher);
    const liker = { userId: owner.user.id, isLiked: true };
    events.publish('project.liked', { project: overtaken, likes: 7, liker });
    events.publish('project.counted', { project: overtaken, views: 7, forkCount: 0 });
    const likes = () =>
      tab.received.flatMap(([event, payload]) => (event === 'project:likes' ? [payload.likes] : []));
    const stats = () =>
      tab.received.flatMap(([event, payload]) => (event === 'project:stats' ? [payload] : []));
    // The first figures of likes are those of the call; more come once their interval has ended.
    await until(() => likes().length > 1 && likes().at(-1) === 1);
    await until(() => stats().length > 1 && stats().at(-1)?.views === 0);
    expect(stats()).toEqual([
      { projectId: project.id, views: 7, forkCount: 0 },
      { projectId: project.id, views: 0, forkCount: 0 },
    ]);
  });

  it('ends with an unwatch, even one that was sent right behind it', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const tab = await open();
    const watched = tab.watch(project);
    await tab.send('project:unwatch', { projectId: project.id });
    expect(await watched).toMatchObject({ ok: true });
    await save(project, { html: 'x' }).expect(200);
    await tab.settle();
    expect(tab.received).toEqual([]);
  });
});

describe('a save', () => {
  it('is announced as saving and saved to all of the owner’s tabs, as saved and updated to watchers', async () => {
    const project = await studio.project(owner, { html: 'a', isPublic: true });
    const [own, reader] = [await open(owner), await open(await studio.person())];
    await reader.watch(project);
    const { body } = await save(project, { html: 'b', title: project.title }, 'tab-7').expect(200);
    await own.settle();
    await reader.settle();
    const projectId = project.id;
    const saved = { projectId, status: 'saved', version: 2, updatedAt: body.updatedAt, origin: 'tab-7' };
    expect(own.received).toEqual([
      ['project:save-status', { projectId, status: 'saving', origin: 'tab-7' }],
      ['project:save-status', saved],
    ]);
    expect(reader.received).toEqual([
      ['project:save-status', saved],
      ['project:updated', { projectId, version: 2, changed: ['html'] }],
    ]);
  });

  it('that changes nothing is not announced', async () => {
    const project = await studio.project(owner, { html: 'a', isPublic: true });
    const [own, reader] = [await open(owner), await open(await studio.person())];
    await reader.watch(project);
    await save(project, { html: 'a', title: project.title, isPublic: true }, 'tab-7').expect(200);
    for (const tab of [own, reader]) {
      await tab.settle();
      expect(tab.received).toEqual([]);
    }
  });

  it('of a new project is announced to the owner’s other tabs too', async () => {
    const own = await open(owner);
    const create = (title: string) =>
      studio.call('post', '/projects', owner).set('x-client-id', 'tab-7').send({ title });
    const { body } = await create('New').expect(201);
    await own.settle();
    const status = { projectId: body.id, status: 'saving', origin: 'tab-7' };
    const { updatedAt } = body;
    expect(own.received).toEqual([
      ['project:save-status', status],
      ['project:save-status', { ...status, status: 'saved', version: 1, updatedAt }],
    ]);
  });

  it('that fails is announced as failed', async () => {
    const project = await studio.project(owner);
    const own = await open(owner);
    await save(project, { html: 'x' }).set('if-match', '"7"').expect(409);
    await own.settle();
    const status = (value: string) => [
      'project:save-status',
      { projectId: project.id, status: value, origin: 'tab-1' },
    ];
    expect(own.received).toEqual([status('saving'), status('failed')]);
  });
});

describe('a like', () => {
  it('is announced to all sockets of the person who likes, and to nobody else; after a gap it is in the acknowledgement', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const fan = await studio.person();
    const [here, there, other] = [await open(fan), await open(fan), await open(owner)];
    expect(await here.watch(project)).toMatchObject({ isLiked: false });
    const like = (method: 'put' | 'delete') =>
      studio.call(method, `/projects/${project.id}/like`, fan).expect(200);
    await like('put');
    await like('put');
    for (const tab of [here, there, other]) await tab.settle();
    const liked = (isLiked: boolean) => ['project:liked', { projectId: project.id, isLiked }];
    expect(there.received).toEqual([liked(true)]);
    expect(here.received).toContainEqual(liked(true));
    expect(other.received.map(([event]) => event)).toEqual(['project:likes']);
    expect(await here.watch(project)).toMatchObject({ isLiked: true, likes: 1 });
    await like('delete');
    await there.settle();
    expect(there.received).toEqual([liked(true), liked(false)]);
  });
});

describe('numbers', () => {
  it('of likes, views and forks reach watchers, the owner and lists', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const fan = await studio.person();
    const [own, watcher, list] = [await open(owner), await open(), await open()];
    await watcher.watch(project);
    const listed = await list.socket.emitWithAck('browse:watch', {
      projectIds: [project.id, '0000000000000000'],
    });
    const numbers = { likes: 0, views: 0, forkCount: 0 };
    expect(listed).toEqual({ ok: true, data: [{ projectId: project.id, isPublic: true, ...numbers }] });
    await studio.call('put', `/projects/${project.id}/like`, fan).expect(200);
    await studio.call('put', `/projects/${project.id}/like`, fan).expect(200);
    await studio.call('get', `/projects/${project.id}`, fan).expect(200);
    // Views are written a little later, in batches.
    await until(() => own.received.length === 2);
    await studio.call('post', `/projects/${project.id}/fork`, fan).expect(201);
    for (const tab of [own, watcher, list]) await tab.settle();
    const likes = ['project:likes', { projectId: project.id, likes: 1 }];
    const stats = (views: number, forkCount: number) => [
      'project:stats',
      { projectId: project.id, views, forkCount },
    ];
    expect(own.received).toEqual([likes, stats(1, 0), stats(1, 1)]);
    for (const tab of [watcher, list]) {
      await until(() => tab.received.length === 3);
      expect(tab.received).toEqual([likes, stats(1, 0), stats(1, 1)]);
    }
  });

  it('reach its owner each, and all others once a second, however often somebody likes and unlikes it; the last is right', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const [own, watcher, list] = [await open(owner), await open(), await open()];
    for (const tab of [own, watcher]) await tab.watch(project);
    await list.socket.emitWithAck('browse:watch', { projectIds: [project.id] });
    const audience = { projectId: project.id, ownerId: owner.user.id, isPublic: true, isEmbeddable: false };
    const { sql } = studio.studio.app.get(Database);
    await sql.updateTable('projects').set({ likes: 1, views: 300 }).where('id', '=', project.id).execute();
    const events = studio.studio.app.get(EventPublisher);
    const like = (likes: number) =>
      events.publish('project.liked', {
        project: audience,
        likes,
        liker: { userId: owner.user.id, isLiked: likes === 1 },
      });
    for (let count = 1; count <= 300; count += 1) {
      like(count % 2);
      events.publish('project.counted', { project: audience, views: count, forkCount: 0 });
    }
    like(1);
    const likesReceived = (tab: SocketClient) =>
      tab.received.flatMap(([event, payload]) => (event === 'project:likes' ? [payload.likes] : []));
    const viewsReceived = (tab: SocketClient) =>
      tab.received.flatMap(([event, payload]) => (event === 'project:stats' ? [payload.views] : []));
    for (const tab of [watcher, list]) {
      await until(() => viewsReceived(tab).includes(300));
      expect(viewsReceived(tab)).toEqual([1, 300]);
      expect(likesReceived(tab)).toEqual([1, 1]);
    }
    await own.settle();
    expect(viewsReceived(own)).toHaveLength(300);
    expect(likesReceived(own)).toHaveLength(301);
  });

  it('of a list say that a project is not public, where one may watch it all the same', async () => {
    const { id } = await studio.project(owner, { isEmbeddable: true });
    for (const tab of [await open(owner), await open()])
      expect(await tab.send('browse:watch', { projectIds: [id] })).toMatchObject({
        data: [{ projectId: id, isPublic: false }],
      });
  });

  it('of a list say whether the user likes a project, who may have liked it elsewhere during a gap', async () => {
    const { id } = await studio.project(owner, { isPublic: true });
    const fan = await studio.person();
    await studio.call('put', `/projects/${id}/like`, fan).expect(200);
    const likes = [];
    for (const who of [fan, owner, undefined]) {
      const result = await (await open(who)).socket.emitWithAck('browse:watch', { projectIds: [id] });
      if (result.ok) likes.push(result.data[0]?.isLiked);
    }
    expect(likes).toEqual([true, false, undefined]);
  });

  it('of a list are those of its last call', async () => {
    const [one, two] = [
      await studio.project(owner, { isPublic: true }),
      await studio.project(owner, { isPublic: true }),
    ];
    const list = await open();
    await list.socket.emitWithAck('browse:watch', { projectIds: [one.id] });
    await list.socket.emitWithAck('browse:watch', { projectIds: [two.id] });
    const fan = await studio.person();
    for (const { id } of [one, two]) await studio.call('put', `/projects/${id}/like`, fan).expect(200);
    await list.settle();
    expect(list.received).toEqual([['project:likes', { projectId: two.id, likes: 1 }]]);
  });
});

describe('a project that goes', () => {
  const removed = (project: Project, by: string) => ['project:removed', { projectId: project.id, by }];

  it('to the trash is announced to the owner and all watchers', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const [own, watcher] = [await open(owner), await open()];
    await watcher.watch(project);
    await studio.call('delete', `/projects/${project.id}`, owner).expect(204);
    await own.settle();
    await watcher.settle();
    expect(own.received).toEqual([removed(project, 'owner')]);
    expect(watcher.received).toEqual([removed(project, 'owner')]);
  });

  it('to the trash and comes back is announced to its owner, whose windows no longer watch it', async () => {
    const project = await studio.project(owner);
    const own = await open(owner);
    await studio.call('delete', `/projects/${project.id}`, owner).expect(204);
    await studio.call('post', `/projects/${project.id}/restore`, owner).expect(200);
    await own.settle();
    expect(own.received).toEqual([
      removed(project, 'owner'),
      ['project:updated', { projectId: project.id, version: 1, changed: [] }],
    ]);
  });

  it('private loses its readers at once, but not its embeds, its owner and admins', async () => {
    const project = await studio.project(owner, { isPublic: true, isEmbeddable: true });
    const admin = await signIn(studio, 'admin@studio.local', adminPassword);
    const reader = await open(await studio.person());
    const staying = [await open(), await open(owner), await open(admin)];
    for (const tab of [reader, ...staying]) expect((await tab.watch(project)).ok).toBe(true);
    await reader.socket.emitWithAck('browse:watch', { projectIds: [project.id] });
    await save(project, { isPublic: false }).expect(200);
    await reader.settle();
    const unlisted = ['project:unlisted', { projectId: project.id }];
    expect(reader.received).toEqual([removed(project, 'visibility'), unlisted]);
    await save(project, { html: 'secret' }).expect(200);
    await studio.call('put', `/projects/${project.id}/like`, owner).expect(200);
    await reader.settle();
    expect(reader.received).toHaveLength(2);
    for (const tab of staying) {
      await tab.settle();
      expect(tab.received).toContainEqual([
        'project:updated',
        { projectId: project.id, version: 3, changed: ['html'] },
      ]);
      expect(tab.received).not.toContainEqual(removed(project, 'visibility'));
    }
  });

  it('is removed from every list once, whoever removes it, and no later event is about it', async () => {
    const admin = await signIn(studio, 'admin@studio.local', adminPassword);
    const ends: Record<string, (id: string) => PromiseLike<unknown>> = {
      trashed: (id) => studio.call('delete', `/projects/${id}`, owner).expect(204),
      hidden: (id) => studio.call('put', `/projects/${id}`, owner).send({ isPublic: false }).expect(200),
      purged: (id) => studio.call('delete', `/admin/projects/${id}?reason=Spam`, admin).expect(204),
    };
    for (const [how, end] of Object.entries(ends)) {
      const project = await studio.project(owner, { isPublic: true, isEmbeddable: true });
      const list = await open(await studio.person());
      await list.socket.emitWithAck('browse:watch', { projectIds: [project.id] });
      const views = {
        project: { projectId: project.id, ownerId: owner.user.id, isPublic: true, isEmbeddable: true },
      };
      const events = studio.studio.app.get(EventPublisher);
      // The interval of an earlier project would end in the middle of this.
      await studio.studio.app.get(CounterUpdates).endInterval();
      events.publish('project.counted', { ...views, views: 0, forkCount: 0 });
      events.publish('project.counted', { ...views, views: 9, forkCount: 0 });
      await end(project.id);
      await list.settle();
      const expected = [
        ['project:stats', { projectId: project.id, views: 0, forkCount: 0 }],
        ['project:unlisted', { projectId: project.id }],
      ];
      expect({ how, received: list.received }).toEqual({ how, received: expected });
    }
  });

  it('from embedding loses its embeds only', async () => {
    const project = await studio.project(owner, { isPublic: true, isEmbeddable: true });
    const [reader, embed] = [await open(await studio.person()), await open()];
    await reader.watch(project);
    await embed.watch(project);
    await save(project, { isEmbeddable: false }).expect(200);
    await reader.settle();
    await embed.settle();
    expect(embed.received).toContainEqual(removed(project, 'visibility'));
    expect(reader.received).not.toContainEqual(removed(project, 'visibility'));
  });
});
