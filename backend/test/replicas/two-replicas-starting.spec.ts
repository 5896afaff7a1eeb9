import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerProxy } from '../support/faults/server-proxy.js';
import { runJobs } from '../support/studio/run-jobs.js';
import { socketClientsOf } from '../support/studio/socket-clients.js';
import { signIn, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { until } from '../support/until.js';

/** Two replicas share a PostgreSQL and a Redis, whose addresses are in variables. */
const describeWithServers =
  process.env['DATABASE_URL'] && process.env['REDIS_URL'] ? describe : describe.skip;

describeWithServers('a replica that has just started', () => {
  let here: TestStudio;
  let young: TestStudio;
  const line = new ServerProxy();
  const tabs = socketClientsOf(() => young);
  beforeAll(async () => {
    here = await startTestStudio();
  });
  afterEach(async () => {
    tabs.closeAll();
    await young.stop();
  });
  afterAll(async () => {
    await line.cut();
    await here.stop();
  });

  it('receives events of other replicas from its first moment on', async () => {
    const owner = await here.resident();
    const project = await here.project(owner, { isPublic: true });
    young = await here.replica();
    const tab = await tabs.open();
    expect(await tab.watch(project)).toMatchObject({ version: 1 });
    await here.call('put', `/projects/${project.id}`, owner).send({ html: '2' }).expect(200);
    await until(() =>
      tab.received.some(([event, payload]) => event === 'project:updated' && payload.version === 2),
    );
  });

  it('begins sockets anew once it reaches Redis, if they connected before', async () => {
    const address = await line.toPort(here.config.redisUrl ?? '', 6_379);
    await line.cut();
    young = await here.replica({ REDIS_URL: address });
    const early = await tabs.open();
    await line.restore();
    await until(() => early.socket.disconnected);
    expect(await early.reconnect()).toBe('connected');
  });
  it('ends the sessions of a demo account that is switched off once it reaches Redis', async () => {
    const demo = await signIn(here, 'demo@studio.local', 'demo-studio');
    const address = await line.toPort(here.config.redisUrl ?? '', 6_379);
    await line.cut();
    young = await here.replica({ REDIS_URL: address, DEMO_ACCOUNT: 'off' });
    await line.restore();
    await runJobs(young, 'disabled-demo-account');
    await here.call('get', '/auth/me', demo).expect(401);
  });
});
