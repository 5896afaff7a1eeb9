import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import type {
  ClientToServerEvents,
  ServerEvent,
  ServerPayload,
  ServerToClientEvents,
} from '@studio/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../testing/studio.js';

type Client = Socket<ServerToClientEvents, ClientToServerEvents>;
type Told = { [E in ServerEvent]: [E, ServerPayload<E>] }[ServerEvent];

/** A socket and everything it was told, in order. */
interface Tab {
  socket: Client;
  told: Told[];
  /** Waits until all that happened before this has arrived: an answer on the same socket comes behind it. */
  settle(): Promise<void>;
}

let studio: TestStudio;
let owner: Person;
const tabs: Tab[] = [];
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
});
afterEach(() => {
  for (const { socket } of tabs.splice(0)) socket.disconnect();
});
afterAll(() => studio.stop());

function connect(options: Parameters<typeof io>[1] = {}): Client {
  return io(studio.url, { transports: ['websocket'], reconnection: false, forceNew: true, ...options });
}

async function open(who?: Person, options: Parameters<typeof io>[1] = {}): Promise<Tab> {
  const socket = connect({ ...(who ? { auth: { token: who.access_token } } : {}), ...options });
  const told: Told[] = [];
  socket.onAny((event, payload) => told.push([event, payload]));
  const tab: Tab = {
    socket,
    told,
    settle: async () => {
      await socket.emitWithAck('project:unwatch', { projectId: '0000000000000000' });
    },
  };
  tabs.push(tab);
  await new Promise<void>((connected, failed) => {
    socket.once('connect', connected).once('connect_error', failed);
  });
  await tab.settle();
  return tab;
}

async function refusal(options: Parameters<typeof io>[1]): Promise<string> {
  const socket = connect(options);
  const outcome = await new Promise<string>((done) => {
    socket.once('connect', () => done('connected')).once('connect_error', ({ message }) => done(message));
  });
  socket.disconnect();
  return outcome;
}

const watch = (tab: Tab, project: Project) =>
  tab.socket.emitWithAck('project:watch', { projectId: project.id });
const save = (project: Project, fields: object, clientId = 'tab-1') =>
  studio.call('put', `/projects/${project.id}`, owner).set('x-client-id', clientId).send(fields);

describe('the handshake', () => {
  it('refuses a dead token, and never takes it for nobody', async () => {
    const gone = await studio.person();
    await studio.call('post', '/auth/logout', gone).expect(204);
    for (const token of ['dead', gone.access_token, '', 7, {}])
      expect(await refusal({ auth: { token } })).toBe('unauthorized');
  });

  it('refuses another origin, by websocket and by polling', async () => {
    const project = 'http://abcdefghij012345.localhost:3001';
    for (const origin of ['https://evil.example', 'null', project, `${studio.url}.evil.example`]) {
      for (const transports of [['websocket'], ['polling']]) {
        const outcome = await refusal({ transports, extraHeaders: { origin } });
        expect({ origin, connected: outcome === 'connected' }).toEqual({ origin, connected: false });
      }
    }
    expect(await refusal({ extraHeaders: { origin: studio.url } })).toBe('connected');
    expect(await refusal({ transports: ['polling'] })).toBe('connected');
  });
});

describe('watching a project', () => {
  it('is acknowledged with its figures', async () => {
    const project = await studio.project(owner, { isPublic: true });
    expect(await watch(await open(), project)).toEqual({
      ok: true,
      version: 1,
      likes: 0,
      views: 0,
      forkCount: 0,
    });
  });

  it('is refused for what one may not see, like for what is not there', async () => {
    const secret = await studio.project(owner);
    const embeddable = await studio.project(owner, { isEmbeddable: true });
    const stranger = await open(await studio.person());
    const nobody = await open();
    const missing = await stranger.socket.emitWithAck('project:watch', { projectId: '0000000000000000' });
    expect(missing.ok).toBe(false);
    expect(await watch(stranger, secret)).toEqual(missing);
    expect(await watch(nobody, secret)).toEqual(missing);
    expect(await watch(stranger, embeddable)).toEqual(missing);
    expect((await watch(nobody, embeddable)).ok).toBe(true);
    expect((await watch(await open(owner), secret)).ok).toBe(true);
    await save(secret, { html: 'x' }).expect(200);
    await stranger.settle();
    await nobody.settle();
    expect([...stranger.told, ...nobody.told]).toEqual([]);
  });

  it('takes nothing but an id', async () => {
    const tab = await open();
    const emit = tab.socket.emitWithAck.bind(tab.socket) as (
      event: string,
      payload: unknown,
    ) => Promise<object>;
    for (const payload of [
      null,
      'x',
      ['project:x'],
      { projectId: ['a'] },
      { projectId: { $ne: 1 } },
      { projectId: `user:${owner.user.id}` },
    ])
      expect(await emit('project:watch', payload)).toEqual({ ok: false, error: expect.any(String) });
    const ids = Array.from({ length: 101 }, () => '0000000000000000');
    expect(await emit('browse:watch', { projectIds: ids })).toMatchObject({ ok: false });
  });
});

describe('a save', () => {
  it('is told as saving and saved to all of the owner’s tabs, as saved and updated to watchers', async () => {
    const project = await studio.project(owner, { html: 'a', isPublic: true });
    const [own, reader] = [await open(owner), await open(await studio.person())];
    await watch(reader, project);
    const { body } = await save(project, { html: 'b', title: project.title }, 'tab-7').expect(200);
    await own.settle();
    await reader.settle();
    const projectId = project.id;
    const saved = { projectId, status: 'saved', version: 2, updatedAt: body.updatedAt, origin: 'tab-7' };
    expect(own.told).toEqual([
      ['project:save-status', { projectId, status: 'saving', origin: 'tab-7' }],
      ['project:save-status', saved],
    ]);
    expect(reader.told).toEqual([
      ['project:save-status', saved],
      ['project:updated', { projectId, version: 2, changed: ['html'] }],
    ]);
  });

  it('that fails is told as failed', async () => {
    const project = await studio.project(owner);
    const own = await open(owner);
    await save(project, { html: 'x' }).set('if-match', '"7"').expect(409);
    await own.settle();
    const status = (value: string) => [
      'project:save-status',
      { projectId: project.id, status: value, origin: 'tab-1' },
    ];
    expect(own.told).toEqual([status('saving'), status('failed')]);
  });
});

describe('numbers', () => {
  it('of likes reach watchers, the owner and lists; views and forks watchers and the owner', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const fan = await studio.person();
    const [own, watcher, list] = [await open(owner), await open(), await open()];
    await watch(watcher, project);
    const listed = await list.socket.emitWithAck('browse:watch', {
      projectIds: [project.id, '0000000000000000'],
    });
    expect(listed).toEqual({ ok: true, data: [{ projectId: project.id, likes: 0, views: 0, forkCount: 0 }] });
    await studio.call('put', `/projects/${project.id}/like`, fan).expect(200);
    await studio.call('put', `/projects/${project.id}/like`, fan).expect(200);
    await studio.call('get', `/projects/${project.id}`, fan).expect(200);
    await studio.call('post', `/projects/${project.id}/fork`, fan).expect(201);
    for (const tab of [own, watcher, list]) await tab.settle();
    const likes = ['project:likes', { projectId: project.id, likes: 1 }];
    const stats = (views: number, forkCount: number) => [
      'project:stats',
      { projectId: project.id, views, forkCount },
    ];
    expect(own.told).toEqual([likes, stats(1, 0), stats(1, 1)]);
    expect(watcher.told).toEqual([likes, stats(1, 0), stats(1, 1)]);
    expect(list.told).toEqual([likes]);
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
    expect(list.told).toEqual([['project:likes', { projectId: two.id, likes: 1 }]]);
  });
});

describe('a project that goes', () => {
  const removed = (project: Project, by: string) => ['project:removed', { projectId: project.id, by }];

  it('to the trash is told to the owner and all watchers', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const [own, watcher] = [await open(owner), await open()];
    await watch(watcher, project);
    await studio.call('delete', `/projects/${project.id}`, owner).expect(204);
    await own.settle();
    await watcher.settle();
    expect(own.told).toEqual([removed(project, 'owner')]);
    expect(watcher.told).toEqual([removed(project, 'owner')]);
  });

  it('private loses its readers at once, but not its embeds, its owner and admins', async () => {
    const project = await studio.project(owner, { isPublic: true, isEmbeddable: true });
    const admin = await signIn(studio, 'admin@studio.local', adminPassword);
    const reader = await open(await studio.person());
    const staying = [await open(), await open(owner), await open(admin)];
    for (const tab of [reader, ...staying]) expect((await watch(tab, project)).ok).toBe(true);
    await reader.socket.emitWithAck('browse:watch', { projectIds: [project.id] });
    await save(project, { isPublic: false }).expect(200);
    await reader.settle();
    expect(reader.told).toEqual([removed(project, 'visibility')]);
    await save(project, { html: 'secret' }).expect(200);
    await studio.call('put', `/projects/${project.id}/like`, owner).expect(200);
    await reader.settle();
    expect(reader.told).toHaveLength(1);
    for (const tab of staying) {
      await tab.settle();
      expect(tab.told).toContainEqual([
        'project:updated',
        { projectId: project.id, version: 3, changed: ['html'] },
      ]);
      expect(tab.told).not.toContainEqual(removed(project, 'visibility'));
    }
  });

  it('from embedding loses its embeds only', async () => {
    const project = await studio.project(owner, { isPublic: true, isEmbeddable: true });
    const [reader, embed] = [await open(await studio.person()), await open()];
    await watch(reader, project);
    await watch(embed, project);
    await save(project, { isEmbeddable: false }).expect(200);
    await reader.settle();
    await embed.settle();
    expect(embed.told).toContainEqual(removed(project, 'visibility'));
    expect(reader.told).not.toContainEqual(removed(project, 'visibility'));
  });
});

describe('a session that ends', () => {
  it('takes its sockets with it, and only those', async () => {
    const person = await studio.person();
    const other = await signIn(studio, person.user.email, person.password);
    const [leaving, staying] = [await open(person), await open(other)];
    const gone = once(leaving.socket as unknown as NodeJS.EventEmitter, 'disconnect');
    await studio.call('post', '/auth/logout', person).expect(204);
    await gone;
    expect(leaving.told).toEqual([['session:revoked', { reason: 'Signed out.' }]]);
    await staying.settle();
    expect(staying.socket.connected).toBe(true);
  });
});

describe('a socket that was cut off', () => {
  /** Cuts the connection under the socket; it comes back by itself. */
  function cut(tab: Tab): Promise<unknown> {
    const gone = once(tab.socket as unknown as NodeJS.EventEmitter, 'disconnect');
    tab.socket.io.engine.close();
    return gone;
  }
  const comeBack = (tab: Tab) =>
    new Promise<string>((done) => {
      tab.socket
        .once('connect', () => done('connected'))
        .once('connect_error', ({ message }) => done(message));
      tab.socket.connect();
    });

  it('is told what it missed, once', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const reader = await open(await studio.person());
    await watch(reader, project);
    await save(project, { html: '1' }).expect(200);
    await reader.settle();
    await cut(reader);
    await save(project, { html: '2' }).expect(200);
    expect(await comeBack(reader)).toBe('connected');
    await reader.settle();
    expect(reader.socket.recovered).toBe(true);
    const versions = reader.told.flatMap(([event, payload]) =>
      event === 'project:updated' ? [payload.version] : [],
    );
    expect(versions).toEqual([2, 3]);
  });

  it('is refused when its session has ended, and told nothing', async () => {
    const person = await studio.person();
    const project = await studio.project(owner, { isPublic: true });
    const reader = await open(person);
    await watch(reader, project);
    await save(project, { html: '1' }).expect(200);
    await reader.settle();
    const before = reader.told.length;
    await cut(reader);
    await studio.call('post', '/auth/logout', person).expect(204);
    await save(project, { html: '2' }).expect(200);
    expect(await comeBack(reader)).toBe('unauthorized');
    expect(reader.told).toHaveLength(before);
  });

  it('does not get back into a project that turned private meanwhile', async () => {
    const project = await studio.project(owner, { isPublic: true });
    const reader = await open(await studio.person());
    await watch(reader, project);
    await save(project, { html: '1' }).expect(200);
    await reader.settle();
    await cut(reader);
    await save(project, { isPublic: false }).expect(200);
    await save(project, { html: 'secret' }).expect(200);
    expect(await comeBack(reader)).toBe('connected');
    await save(project, { html: 'more' }).expect(200);
    await reader.settle();
    const versions = reader.told.flatMap(([event, payload]) =>
      event === 'project:updated' ? [payload.version] : [],
    );
    expect(versions).toEqual([2]);
    expect(reader.told).toContainEqual(['project:removed', { projectId: project.id, by: 'visibility' }]);
  });
});

describe('a socket that misbehaves', () => {
  it('is closed, while the others live on', async () => {
    const good = await open(owner);
    const large = await open();
    const closed = once(large.socket as unknown as NodeJS.EventEmitter, 'disconnect');
    (large.socket.emit as (event: string, payload: unknown) => void)('project:watch', 'x'.repeat(2_000_000));
    await closed;
    const flooding = await open();
    const cut = once(flooding.socket as unknown as NodeJS.EventEmitter, 'disconnect');
    const emit = flooding.socket.emit.bind(flooding.socket) as (event: string) => void;
    for (let i = 0; i < 500; i++) emit(`odd ${i}`);
    await cut;
    await good.settle();
    expect(good.socket.connected).toBe(true);
  });
});
