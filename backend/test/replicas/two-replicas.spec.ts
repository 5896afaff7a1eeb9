import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { budgets } from '@studio/contract/budgets';
import type { ServerEvent, ServerPayload } from '@studio/contract/realtime';
import jwt from 'jsonwebtoken';
import { RedisConnection } from '../../src/adapters/production/redis-connection.js';
import { newId } from '../../src/common/ids.js';
import { BudgetsService } from '../../src/features/budgets/budgets.service.js';
import { HousekeepingService } from '../../src/features/housekeeping/housekeeping.service.js';
import { socketsPerUser } from '../../src/features/realtime/socket-limits.js';
import { ServerProxy } from '../support/faults/server-proxy.js';
import { testLibrary } from '../support/requests/test-library.js';
import { firstAdmin } from '../support/studio/admin-actions.js';
import { type SocketClient, socketClientsOf } from '../support/studio/socket-clients.js';
import { type Person, signIn, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { until } from '../support/until.js';

/** Two replicas share a PostgreSQL and a Redis, whose addresses are in variables. */
const describeWithServers =
  process.env['DATABASE_URL'] && process.env['REDIS_URL'] ? describe : describe.skip;

describeWithServers('two replicas', () => {
  const secret = 'what the forum and the studio share';
  let here: TestStudio;
  let there: TestStudio;
  /** A replica whose connection to Redis can be cut. */
  let lonely: TestStudio;
  const line = new ServerProxy();
  let owner: Person;
  const tabs = { here: socketClientsOf(() => here), there: socketClientsOf(() => there) };
  beforeAll(async () => {
    here = await startTestStudio({ FORUM_SECRET: secret, FORUM_WEBHOOK_SECRET: secret });
    lonely = await here.replica({ REDIS_URL: await line.toPort(here.config.redisUrl ?? '', 6_379) });
    // Passport is global in a process: the studio that is started last verifies the tokens of all.
    there = await here.replica();
    owner = await here.resident();
  });
  afterEach(() => {
    tabs.here.closeAll();
    tabs.there.closeAll();
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

  it('end the sockets of an expired session, whichever of them runs the job first', async () => {
    const person = await here.person();
    const tab = await tabs.there.open(person);
    const { sid } = jwt.decode(person.access_token) as { sid: string };
    await here.studio.app.get(RedisConnection).run(async (client) => {
      await client.pExpire(`session:${sid}`, 0);
      await client.zAdd('session-ends', { value: sid, score: 0 });
    });
    await Promise.all(
      [here, there].map(({ studio }) => studio.app.get(HousekeepingService).run('expired-sessions')),
    );
    await until(() => tab.socket.disconnected);
    expect(tab.received).toEqual([['session:revoked', { reason: 'The session has expired.' }]]);
  });

  it('remove the project and files of a takedown at both, within two seconds', async () => {
    const library = testLibrary(here);
    const file = await library.add(owner, 'bad.txt');
    const served = async () => {
      const { pathname } = new URL(file.url);
      return (await fetch(`http://127.0.0.1:${there.config.sandboxPort}${pathname}`)).status;
    };
    const project = await here.project(owner, { html: file.url, isEmbeddable: true });
    const embed = async () => (await fetch(`${there.url}/embed/${project.id}`)).status;
    const embedded = await tabs.there.open();
    await embedded.watch(project);
    const { body } = await there
      .call('post', `/projects/${project.id}/report`, await there.person())
      .send({ reason: 'abuse' })
      .expect(201);
    expect([await embed(), await served()]).toEqual([200, 200]);

    const admin = await firstAdmin(here);
    await here
      .call('post', `/admin/reports/${body.id}/resolve`, admin)
      .send({ action: 'remove' })
      .expect(200);
    const decided = performance.now();
    await untilReceived(embedded, 'project:removed', { projectId: project.id, by: 'moderation' });
    await until(async () => (await embed()) === 410 && (await served()) === 404);
    expect(performance.now() - decided).toBeLessThan(2_000);
  });

  it('keep sessions while both are restarted', async () => {
    const person = await here.person();
    await here.restart();
    await there.restart();
    await here.call('get', '/auth/me', person).expect(200);
    await there.call('get', '/auth/me', person).expect(200);
  });

  it('count together: H47 guesses at both are stopped at the tenth, whatever address they claim', async () => {
    const target = await here.person();
    const bystander = await here.person();
    const statuses = [];
    for (let i = 0; i < 100; i++) {
      const guess = (i % 2 ? here : there)
        .call('post', '/auth/login')
        .set('x-forwarded-for', `10.0.${i}.1`)
        .send({ email: target.user.email, password: `guess ${i}` });
      statuses.push((await guess).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(90).fill(429)]);
    await signIn(there, bystander.user.email, bystander.password);
    await there.call('get', '/auth/me', target).expect(200);
  });

  it('count each for itself: H51 one person has a hundred sockets at a replica, others get in', async () => {
    const greedy = await here.person();
    const openings = Array.from({ length: socketsPerUser + 5 }, () => tabs.here.open(greedy));
    const opened = await Promise.allSettled(openings);
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(socketsPerUser);
    await tabs.here.open(await here.person());
    await tabs.there.open(greedy);
  });

  it('count together: H51 a budget used up at one is used up at the other, and each counts alone without Redis', async () => {
    const budgetsOf = ({ studio }: TestStudio) => studio.app.get(BudgetsService);
    const [first, second, cutOff] = [budgetsOf(here), budgetsOf(there), budgetsOf(lonely)];
    const mayList = (budget: BudgetsService, who: string) => budget.tryConsume('list', who) === null;
    const spender = newId();
    const { points } = budgets.list;
    for (let i = 0; i < points; i++) first.consume('list', spender);
    expect(() => first.consume('list', spender)).toThrow(expect.objectContaining({ status: 429 }));
    // A replica learns the counts of others when it shares its own, after a tenth of the budget at the latest.
    let spent = 0;
    await until(() => {
      if (mayList(second, spender)) spent += 1;
      return spent > points / 10 && !mayList(second, spender);
    });
    expect(spent).toBeLessThan(points / 4);
    expect(mayList(second, newId())).toBe(true);

    await line.cut();
    const alone = newId();
    for (let i = 0; i < points; i++) cutOff.consume('list', alone);
    expect(mayList(cutOff, alone)).toBe(false);
    expect(mayList(second, alone)).toBe(true);
    await line.restore();
  });

  it('handle a webhook of the forum once: a user signed out here is signed out there within 2 s', async () => {
    const jti = newId();
    const claims = { sub: 77, email: 'g@forum.example', username: 'gone', aud: 'studio', jti };
    const token = jwt.sign(claims, secret, { expiresIn: 300 });
    const person = (await here.call('post', '/auth/discourse-login').send({ token }).expect(200)).body;
    const tab = await tabs.there.open(person);
    const event = JSON.stringify({ user: { id: 77 } });
    const headers = {
      'x-discourse-event': 'user_logged_out',
      'x-discourse-event-id': '1',
      'x-discourse-event-signature': `sha256=${createHmac('sha256', secret).update(event).digest('hex')}`,
    };
    const notify = (on: TestStudio) =>
      on.call('post', '/forum/webhook').type('application/json').set(headers).send(event).expect(200);
    const since = performance.now();
    const responses = await Promise.all([notify(here), notify(there)]);
    await until(() => tab.socket.disconnected);
    expect(performance.now() - since).toBeLessThan(2_000);
    expect(responses.filter(({ body }) => body.done)).toHaveLength(1);
    await there.call('get', '/auth/me', person).expect(401);
  });

  it('send events from one to the sockets of the other, each once', async () => {
    const project = await here.project(owner, { isPublic: true });
    const reader = await tabs.there.open(await there.person());
    const neighbour = await tabs.here.open(await here.person());
    for (const tab of [reader, neighbour]) await tab.watch(project);
    await here.call('put', `/projects/${project.id}/like`, await here.person()).expect(200);
    await here.call('put', `/projects/${project.id}`, owner).send({ html: 'new' }).expect(200);
    for (const tab of [reader, neighbour]) {
      await untilReceived(tab, 'project:updated', { projectId: project.id, version: 2 });
      const events = tab.received.filter(([event]) => event !== 'project:save-status');
      expect(events).toEqual([
        ['project:likes', { projectId: project.id, likes: 1 }],
        ['project:updated', { projectId: project.id, version: 2, changed: ['html'] }],
      ]);
    }
  });

  it('empty the room of a project that was made private at the other', async () => {
    const project = await here.project(owner, { isPublic: true });
    const reader = await tabs.there.open(await there.person());
    await reader.watch(project);
    await here.call('put', `/projects/${project.id}`, owner).send({ isPublic: false }).expect(200);
    await untilReceived(reader, 'project:removed', { projectId: project.id, by: 'visibility' });
    await here.call('put', `/projects/${project.id}`, owner).send({ isPublic: true }).expect(200);
    const before = reader.received.length;
    const mine = await tabs.there.open(owner);
    await here.call('put', `/projects/${project.id}`, owner).send({ html: 'again' }).expect(200);
    await untilReceived(mine, 'project:save-status', { projectId: project.id, version: 4 });
    expect(reader.received.slice(before)).toEqual([]);
  });
});

function isLike(payload: object, part: object): boolean {
  const all = payload as Record<string, unknown>;
  return Object.entries(part).every(([name, value]) => all[name] === value);
}
