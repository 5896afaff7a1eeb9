import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { replicaProtocol, serverEvents } from '@studio/contract/realtime';
import * as z from 'zod';
import { socketClientsOf } from '../../../../test/support/studio/socket-clients.js';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { RedisConnection } from '../redis-connection.js';

/** Where the test run has no Redis, there is no variable either. */
const describeWithRedis = process.env['REDIS_URL'] ? describe : describe.skip;

describeWithRedis('a replica of another version, while one replaces the other', () => {
  let studio: TestStudio;
  const tabs = socketClientsOf(() => studio);
  beforeAll(async () => {
    studio = await startTestStudio({ METRICS_TOKEN: 'figures-of-a-test' });
  });
  afterAll(async () => {
    tabs.closeAll();
    await studio.stop();
  });

  /** What it writes: of its entries only these two fields are known. */
  const writeAsOther = (protocol: string) =>
    studio.studio.app
      .get(RedisConnection)
      .run((client) => client.xAdd('sockets', '*', { uid: 'another', protocol, something: '{"new":' }));

  it('is not understood, and not misunderstood: sockets reconnect within seconds and learn what they missed', async () => {
    const owner = await studio.resident();
    const project = await studio.project(owner, { isPublic: true });
    const tab = await tabs.open();
    await tab.watch(project);
    for (const protocol of [`${replicaProtocol + 1}`, `${replicaProtocol + 1}`]) await writeAsOther(protocol);
    // What replicas of this version say is still heard.
    await studio.call('put', `/projects/${project.id}`, owner).send({ html: '2' }).expect(200);
    await until(() => tab.received.some(([event]) => event === 'project:updated'));
    await until(() => tab.socket.disconnected);
    expect(await tab.reconnect()).toBe('connected');
    expect(tab.socket.recovered).toBe(false);
    expect(await tab.watch(project)).toMatchObject({ ok: true, version: 2 });
    const figures = await studio.call('get', '/metrics').set('Authorization', 'Bearer figures-of-a-test');
    expect(figures.text).toContain('\nstudio_socket_messages_refused_total 2\n');
  }, 30_000);
});

it('the version of the protocol is raised where an event changes: this is what version 1 says', () => {
  const shapes = Object.entries(serverEvents).map(([event, shape]) => [event, z.toJSONSchema(shape)]);
  const digest = createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 12);
  expect({ replicaProtocol, digest }).toEqual({ replicaProtocol: 1, digest: '92ba65499a64' });
});
