import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { replicaProtocol, type ServerEvent, serverEvents } from '@studio/contract/realtime';
import * as z from 'zod';
import { socketClientsOf } from '../../../../test/support/studio/socket-clients.js';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { RedisConnection } from '../redis-connection.js';

/** Skipped where the test run has no Redis. */
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

  /** Writes an entry as the other version would; this version may read only `uid` and `protocol` of it. */
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
    // Messages of replicas of this version still arrive.
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

/** The events of version 1; `?` marks optional fields. A new event adds a line, a new value a word; any other change needs a new version. */
const version1: Record<ServerEvent, string> = {
  'project:save-status': 'projectId status:saving|saved|failed version? updatedAt? origin',
  'project:updated': 'projectId version changed',
  'project:likes': 'projectId likes',
  'project:liked': 'projectId isLiked',
  'project:stats': 'projectId views forkCount',
  'project:discussion': 'projectId replies',
  'project:removed': 'projectId by:owner|moderation|visibility',
  'version:withdrawn': 'projectId rev',
  'project:unlisted': 'projectId',
  'project:links': 'projectId liveLinks',
  'link:ended': 'projectId',
  'appeal:decided': 'projectId',
  'moderation:event':
    'id type:project-published|project-deleted|report-filed|report-resolved|user-admin-changed|user-suspended|user-unsuspended actor subject at',
  'session:revoked': 'reason',
};

it('the version of the protocol is raised where an event loses or changes a field, not for a new one', () => {
  const fieldsOf = (shape: z.core.$ZodType) => {
    const { properties = {}, required = [] } = z.toJSONSchema(shape);
    return Object.entries(properties).map(([name, field]) => {
      const values = typeof field === 'object' && field.enum ? `:${field.enum.join('|')}` : '';
      return `${name}${values}${required.includes(name) ? '' : '?'}`;
    });
  };
  const today = Object.entries(serverEvents).map(([event, shape]) => [event, fieldsOf(shape).join(' ')]);
  expect({ replicaProtocol, events: Object.fromEntries(today) }).toEqual({
    replicaProtocol: 1,
    events: version1,
  });
});
