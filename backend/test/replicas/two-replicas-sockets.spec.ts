import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerEvent, ServerPayload } from '@studio/contract/realtime';
import { RedisConnection } from '../../src/adapters/production/redis-connection.js';
import { EventPublisher } from '../../src/common/domain-events.js';
import { newId } from '../../src/common/ids.js';
import { ServerProxy } from '../support/faults/server-proxy.js';
import { firstAdmin, suspend } from '../support/studio/admin-actions.js';
import { type SocketClient, socketClientsOf } from '../support/studio/socket-clients.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { until } from '../support/until.js';

/** A client that passes the offset of each event to listeners. */
interface OffsetClient {
  onAny(listener: (event: string, payload: object, offset: string) => void): void;
}

/** Two replicas share a PostgreSQL and a Redis, whose addresses are in variables. */
const describeWithServers =
  process.env['DATABASE_URL'] && process.env['REDIS_URL'] ? describe : describe.skip;

describeWithServers('the sockets of two replicas', () => {
  let here: TestStudio;
  let there: TestStudio;
  /** A replica whose connection to Redis can be cut. */
  let lonely: TestStudio;
  const line = new ServerProxy();
  let owner: Person;
  const tabs = {
    here: socketClientsOf(() => here),
    there: socketClientsOf(() => there),
    lonely: socketClientsOf(() => lonely),
  };
  beforeAll(async () => {
    here = await startTestStudio();
    lonely = await here.replica({ REDIS_URL: await line.toPort(here.config.redisUrl ?? '', 6_379) });
    // Passport is global in a process: the studio that is started last verifies the tokens of all.
    there = await here.replica();
    owner = await here.resident();
  });
  afterEach(() => {
    for (const { closeAll } of Object.values(tabs)) closeAll();
  });
  afterAll(async () => {
    await there.stop();
    await lonely.stop();
    await line.cut();
    await here.stop();
  });

  const untilReceived = <E extends ServerEvent>(
    { received }: SocketClient,
    event: E,
    payload: Partial<ServerPayload<E>>,
  ) => until(() => received.some((one) => one[0] === event && isLike(one[1], payload)));
  const updatesOf = ({ received }: SocketClient) =>
    received.flatMap(([event, payload]) => (event === 'project:updated' ? [payload] : []));
  const versionsOf = (tab: SocketClient) => updatesOf(tab).map(({ version }) => version);
  /** Reconnects the same page to another replica, as a proxy might. */
  function reconnectTo(studio: TestStudio, tab: SocketClient): Promise<string> {
    Object.assign(tab.socket.io, { uri: studio.url });
    return tab.reconnect();
  }

  /** Cuts the connection of a tab, and waits until its replica has noticed. */
  async function loseLine(tab: SocketClient): Promise<void> {
    const { _pid: pid } = tab.socket as unknown as Record<string, string>;
    await tab.cut();
    const { app } = here.studio;
    await until(() =>
      app.get(RedisConnection).run(async (client) => (await client.exists(`socket:${pid}`)) > 0),
    );
  }

  it('learn of all projects of a suspended account in a few entries, so that other events wait for little', async () => {
    const [admin, suspended] = [await firstAdmin(here), await here.resident()];
    const projects = await Promise.all(
      Array.from({ length: 25 }, () => here.project(suspended, { isPublic: true })),
    );
    const reader = await tabs.there.open(await there.person());
    for (const project of projects) await reader.watch(project);
    const written = () =>
      here.studio.app
        .get(RedisConnection)
        .run(async (client) => (await client.xInfoStream('sockets'))['entries-added']);
    const before = await written();
    await suspend(here, admin, suspended).expect(200);
    for (const { id: projectId } of projects)
      await untilReceived(reader, 'project:removed', { projectId, by: 'moderation' });
    expect((await written()) - before).toBeLessThan(10);
  });

  it('receive events of a replica without Redis once it reaches Redis again', async () => {
    const project = await here.project(owner, { isPublic: true });
    const reader = await tabs.there.open(await there.person());
    await reader.watch(project);
    await line.cut();
    await lonely.call('get', `/projects/${project.id}`).expect(200);
    await lonely.call('get', '/health/ready').expect(503);
    await line.restore();
    await untilReceived(reader, 'project:stats', { projectId: project.id, views: 1 });
    expect(reader.received.filter(([event]) => event === 'project:stats')).toHaveLength(1);
  });

  it('reconnect all at once, recovered or anew, with little traffic to Redis', async () => {
    const [reader, project] = [await here.person(), await here.project(owner, { isPublic: true })];
    const away = await Promise.all(Array.from({ length: 20 }, () => tabs.here.open(reader)));
    const witness = await tabs.lonely.open(reader);
    for (const tab of [...away, witness]) await tab.watch(project);
    /**
     * Makes them miss this version and `entries` full entries besides, and reconnect.
     * @returns which were recovered.
     */
    const reconnectAfter = async (version: number, entries: number) => {
      await Promise.all(away.map(loseLine));
      await here.studio.app.get(RedisConnection).run(async (client) => {
        const [last] = (await client.xRevRange('sockets', '+', '-', { COUNT: 1 })) ?? [];
        const data = Array(50).fill(last?.message['data']?.replaceAll(project.id, newId())).join('\n');
        for (let i = 0; i < entries; i++) await client.xAdd('sockets', '*', { ...last?.message, data });
      }, 10_000);
      await here
        .call('put', `/projects/${project.id}`, owner)
        .send({ html: `${version}` })
        .expect(200);
      await untilReceived(witness, 'project:updated', { version });
      const before = line.bytes;
      const outcomes = await Promise.all(away.map((tab) => reconnectTo(lonely, tab)));
      expect(outcomes).toEqual(away.map(() => 'connected'));
      expect(line.bytes - before).toBeLessThan(away.length * 5_000);
      return away.map(({ socket }) => socket.recovered);
    };
    await here.call('put', `/projects/${project.id}`, owner).send({ html: '2' }).expect(200);
    for (const tab of away) await untilReceived(tab, 'project:updated', { version: 2 });
    expect(await reconnectAfter(3, 20)).toEqual(away.map(() => true));
    for (const tab of away) await untilReceived(tab, 'project:updated', { version: 3 });
    expect(await reconnectAfter(4, 250)).toEqual(away.map(() => false));
    for (const tab of away) expect(versionsOf(tab)).toEqual([2, 3]);
  });

  it('receive the events of both in one order and once, even if their connections are cut', async () => {
    const reader = await here.person();
    const projects = [
      await here.project(owner, { isPublic: true }),
      await here.project(owner, { isPublic: true }),
    ];
    const last = 60;
    const saveUpTo = (most: number, from: number) =>
      Promise.all(
        projects.map(async ({ id }, index) => {
          for (let version = from; version <= most; version++) {
            const at = (version + index) % 2 ? here : there;
            await at
              .call('put', `/projects/${id}`, owner)
              .send({ html: `${version}` })
              .expect(200);
          }
        }),
      );
    const readers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? tabs.here : tabs.there).open(reader)),
    );
    for (const tab of readers) for (const project of projects) await tab.watch(project);
    await saveUpTo(2, 2);
    for (const tab of readers) await until(() => updatesOf(tab).length === projects.length);
    const saving = saveUpTo(last, 3);
    const isDone = (tab: SocketClient) => updatesOf(tab).length >= projects.length * (last - 1);
    const following = readers.map(async (tab, index) => {
      // Each connection is cut after another number of events.
      for (let cut = 1; !isDone(tab); cut++) {
        const enough = tab.received.length + 1 + ((index + cut) % 5);
        await until(() => tab.received.length >= enough || isDone(tab));
        await loseLine(tab);
        expect(await reconnectTo(cut % 2 ? here : there, tab)).toBe('connected');
        expect(tab.socket.recovered).toBe(true);
      }
    });
    await Promise.all([saving, ...following]);
    for (const tab of readers) {
      await until(() => isDone(tab));
      expect(updatesOf(tab)).toEqual(updatesOf(readers[0] as SocketClient));
    }
    for (const { id } of projects)
      expect(
        updatesOf(readers[0] as SocketClient)
          .filter(({ projectId }) => projectId === id)
          .map(({ version }) => version),
      ).toEqual(Array.from({ length: last - 1 }, (_, index) => index + 2));
  });

  it('begin anew if their replica was cut off from Redis for longer than the stream keeps entries', async () => {
    const project = await here.project(owner, { isPublic: true });
    const reader = await here.person();
    const [missing, other] = [await tabs.lonely.open(reader), await tabs.there.open(reader)];
    for (const tab of [missing, other]) await tab.watch(project);
    const save = (html: string) =>
      here.call('put', `/projects/${project.id}`, owner).send({ html }).expect(200);
    await save('2');
    await untilReceived(missing, 'project:updated', { version: 2 });
    await line.cut();
    await save('3');
    await save('4');
    await here.studio.app.get(RedisConnection).run((client) => client.xTrim('sockets', 'MAXLEN', 1));
    await line.restore();
    await until(() => missing.socket.disconnected);
    expect(await missing.reconnect()).toBe('connected');
    expect(missing.socket.recovered).toBe(false);
    expect(await missing.watch(project)).toMatchObject({ version: 4 });
    await other.settle();
    expect(versionsOf(other)).toEqual([2, 3, 4]);
  });

  it('begin anew if another replica was cut off from Redis for longer than its queue keeps messages', async () => {
    const project = await here.project(owner, { isPublic: true });
    const reader = await tabs.there.open(await here.person());
    await reader.watch(project);
    await here.call('put', `/projects/${project.id}`, owner).send({ html: '2' }).expect(200);
    await untilReceived(reader, 'project:updated', { version: 2 });
    await line.cut();
    for (let likes = 1; likes <= 1_001; likes++)
      lonely.studio.app.get(EventPublisher).publish('project.liked', {
        project: { projectId: project.id, ownerId: owner.user.id, isPublic: true, isEmbeddable: false },
        likes,
        liker: { userId: owner.user.id, isLiked: true },
      });
    await line.restore();
    await until(() => reader.socket.disconnected);
    expect(await reader.reconnect()).toBe('connected');
    expect(reader.socket.recovered).toBe(false);
  });

  describe('take over each other’s sockets:', () => {
    /** A reader who has received version 2 here and whose connection is cut. */
    async function cutOff() {
      const person = await here.person();
      const project = await here.project(owner, { isPublic: true });
      const save = (fields: object) =>
        here.call('put', `/projects/${project.id}`, owner).send(fields).expect(200);
      const tab = await tabs.here.open(person);
      await tab.watch(project);
      await save({ html: '2' });
      await untilReceived(tab, 'project:updated', { version: 2 });
      await tab.cut();
      return { person, project, tab, save };
    }

    it('events missed here are received there, and those after them', async () => {
      const { tab, save } = await cutOff();
      await save({ html: '3' });
      expect(await reconnectTo(there, tab)).toBe('connected');
      expect(tab.socket.recovered).toBe(true);
      await save({ html: '4' });
      await untilReceived(tab, 'project:updated', { version: 4 });
      expect(versionsOf(tab)).toEqual([2, 3, 4]);
    });

    it('no event is missed or received twice while they move', async () => {
      const { tab, save } = await cutOff();
      const saving = (async () => {
        for (let version = 3; version <= 30; version++) await save({ html: `${version}` });
      })();
      await untilReceived(await tabs.there.open(owner), 'project:save-status', { status: 'saved' });
      expect(await reconnectTo(there, tab)).toBe('connected');
      await saving;
      await untilReceived(tab, 'project:updated', { version: 30 });
      expect(versionsOf(tab)).toEqual(Array.from({ length: 29 }, (_, index) => index + 2));
    });

    it('events after the last received one in the same entry are received', async () => {
      const project = await here.project(owner, { isPublic: true });
      const tab = await tabs.here.open(owner);
      await tab.watch(project);
      const offsets: string[] = [];
      (tab.socket as unknown as OffsetClient).onAny((_event, _payload, offset) => offsets.push(offset));
      await here.call('put', `/projects/${project.id}`, owner).send({ html: '2' }).expect(200);
      await untilReceived(tab, 'project:updated', { version: 2 });
      const [saved = [], updated = []] = offsets.slice(-2).map((offset) => offset.split('.'));
      expect([saved, updated]).toEqual([
        [saved[0], '0'],
        [saved[0], '1'],
      ]);
      await tab.cut();
      const before = tab.received.length;
      Object.assign(tab.socket, { _lastOffset: saved.join('.') });
      expect(await reconnectTo(there, tab)).toBe('connected');
      await here.call('put', `/projects/${project.id}`, owner).send({ html: '3' }).expect(200);
      await untilReceived(tab, 'project:updated', { version: 3 });
      expect(tab.received.slice(before).map(([event]) => event)).toEqual([
        'project:updated',
        'project:save-status',
        'project:save-status',
        'project:updated',
      ]);
    });

    it('a session can be recovered only once', async () => {
      const { person, tab } = await cutOff();
      const { _pid: pid, _lastOffset: offset } = tab.socket as unknown as Record<string, string>;
      expect(await reconnectTo(there, tab)).toBe('connected');
      expect(tab.socket.recovered).toBe(true);
      const again = await tabs.here.open(undefined, { auth: { token: person.access_token, pid, offset } });
      expect(again.socket.recovered).toBe(false);
    });

    it('H09 a socket whose session has ended meanwhile is refused', async () => {
      const { person, tab, save } = await cutOff();
      await here.call('post', '/auth/logout', person).expect(204);
      await save({ html: '3' });
      expect(await reconnectTo(there, tab)).toBe('unauthorized');
      expect(versionsOf(tab)).toEqual([2]);
    });

    it('H09 a socket does not get back into rooms that are closed to it now', async () => {
      const { tab, save } = await cutOff();
      await save({ isPublic: false });
      await save({ html: 'secret' });
      expect(await reconnectTo(there, tab)).toBe('connected');
      await save({ html: 'more' });
      const mine = await tabs.there.open(owner);
      await save({ html: 'last' });
      await untilReceived(mine, 'project:save-status', { version: 6 });
      expect(versionsOf(tab)).toEqual([2]);
    });
  });
});

function isLike(payload: object, part: object): boolean {
  const all = payload as Record<string, unknown>;
  return Object.entries(part).every(([name, value]) => all[name] === value);
}
