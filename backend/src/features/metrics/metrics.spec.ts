import { mock } from 'node:test';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'socket.io-client';
import { testLibrary } from '../../../test/support/requests/test-library.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { EventPublisher } from '../../common/domain-events.js';
import { Database } from '../../database/database.js';
import { comparisonCountsMs, DomainMetrics, MetricsService } from './metrics.service.js';

const token = 'a-token-of-the-operator';
let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio({ METRICS_TOKEN: token });
  person = await studio.person();
});
afterAll(() => studio.stop());

const ask = () => studio.call('get', '/metrics');

/** The value of the only line with this name and these labels; 0 if there is none yet. */
async function value(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { text } = await ask().expect(200);
  const line = text.split('\n').find((one) => {
    const wanted = Object.entries(labels).map(([label, given]) => `${label}="${given}"`);
    return /^\w+/.exec(one)?.[0] === name && wanted.every((label) => one.includes(label));
  });
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe('who may read the metrics', () => {
  it('is this machine itself, without a forwarding header', async () => {
    const { headers, text } = await ask().expect(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toContain('# TYPE studio_http_request_duration_seconds histogram');
  });

  it.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded', 'Via', 'X-Real-IP'])(
    'is nobody behind a proxy that sends %s, unless they have the token',
    async (header) => {
      const { body } = await ask().set(header, '127.0.0.1').expect(401);
      expect(body).toMatchObject({ code: 'unauthorized', requestId: expect.any(String) });
      await ask().set(header, '127.0.0.1').set('authorization', `Bearer ${token}x`).expect(401);
      await ask().set(header, '127.0.0.1').set('authorization', `Bearer ${token}`).expect(200);
    },
  );

  it('is not an admin by their session', async () => {
    await ask().set('via', 'proxy').set('authorization', `Bearer ${person.access_token}`).expect(401);
  });
});

describe('the metrics', () => {
  it('count a save, a conflict, and the requests by the pattern of their route, never by an id', async () => {
    const project = await studio.project(person, { html: 'one' });
    const put = { listener: 'app', method: 'PUT', route: '/api/projects/:id' };
    const saved = await value('studio_save_duration_seconds_count', { outcome: 'saved' });
    const path = `/projects/${project.id}`;
    await studio.call('put', path, person).set('if-match', '"1"').send({ html: 'two' }).expect(200);
    await studio.call('put', path, person).set('if-match', '"1"').send({ html: 'three' }).expect(409);
    await studio.call('get', `/no-such-call/${project.id}`).expect(404);
    expect(await value('studio_save_duration_seconds_count', { outcome: 'saved' })).toBe(saved + 1);
    expect(await value('studio_save_duration_seconds_count', { outcome: 'conflict' })).toBe(1);
    const requests = (status: string) =>
      value('studio_http_request_duration_seconds_count', { ...put, status });
    expect([await requests('2xx'), await requests('4xx')]).toEqual([1, 1]);
    const { text } = await ask();
    for (const address of [project.id, 'no-such-call']) expect(text).not.toContain(address);
  });

  it('count no failure where oEmbed is asked for in a format that it has not', async () => {
    const { id } = await studio.project(person, { isEmbeddable: true });
    const url = `${studio.config.publicUrl}/project/${id}`;
    await studio.call('get', '/oembed').query({ url, format: 'xml' }).expect(501);
    const counted = (status: string) =>
      value('studio_http_request_duration_seconds_count', { route: '/api/oembed', status });
    expect([await counted('4xx'), await counted('5xx')]).toEqual([1, 0]);
  });

  it('count uploads, those that are refused too, and their bytes', async () => {
    const library = testLibrary(studio);
    await library.add(person, 'a.txt', 'twelve bytes');
    expect((await library.upload(person, 'a.exe', Buffer.from('no'))).status).toBe(415);
    expect(await value('studio_upload_bytes_total')).toBe(12);
    expect(await value('studio_upload_duration_seconds_count', { outcome: 'stored' })).toBe(1);
    expect(await value('studio_upload_duration_seconds_count', { outcome: 'refused' })).toBe(1);
  });

  it('count sockets and their messages, with one name for all unknown events', async () => {
    const socket = connect(studio.url, { auth: { token: person.access_token }, transports: ['websocket'] });
    const project = await studio.project(person);
    await socket.emitWithAck('project:watch', { projectId: project.id });
    socket.emit('made:up');
    await studio.call('put', `/projects/${project.id}`, person).send({ html: 'two' }).expect(200);
    expect(await value('studio_sockets_connected')).toBe(1);
    expect(await value('studio_socket_messages_total', { direction: 'in', event: 'project:watch' })).toBe(1);
    expect(await value('studio_socket_messages_total', { event: 'project:updated' })).toBeGreaterThan(0);
    await until(async () => (await value('studio_socket_messages_total', { event: 'unknown' })) === 1);
    socket.disconnect();
    await until(async () => (await value('studio_sockets_connected')) === 0);
  });

  it('contain queues, connections to the database, the event loop, and the version', async () => {
    const { text } = await ask();
    for (const queue of ['rendering', 'uploads', 'housekeeping', 'counter_writes'])
      expect(text).toMatch(new RegExp(`^studio_queue_length\\{queue="${queue}"\\} \\d+$`, 'm'));
    for (const state of ['used', 'idle'])
      expect(text).toMatch(new RegExp(`^studio_database_connections\\{state="${state}"\\} \\d+$`, 'm'));
    expect(text).toMatch(/^studio_database_waiting \d+$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
    expect(text).toMatch(/^studio_build_info\{version="[\d.]+",node="[\d.]+"\} 1$/m);
  });

  it('show what a comparison of the storage has found until the next, which may be another replica’s', async () => {
    const [events, metrics] = [new EventPublisher(), new MetricsService(studio.studio.app.get(Database))];
    const missing = async () =>
      /^studio_storage_files\{state="missing"\} (\d+)$/m.exec(await metrics.read())?.[1];
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      new DomainMetrics(events, metrics).onModuleInit();
      const find = (count: number) =>
        events.publish('storage.compared', { orphans: 0, deleted: 0, heldBack: 0, missing: count });
      find(2);
      mock.timers.tick(comparisonCountsMs - 1);
      find(3);
      mock.timers.tick(comparisonCountsMs - 1);
      expect(await missing()).toBe('3');
      mock.timers.tick(1);
      expect(await missing()).toBe('0');
    } finally {
      mock.timers.reset();
    }
  });

  it('are those of one studio, though another runs in this process', async () => {
    const other = await startTestStudio();
    const { text } = await other.call('get', '/metrics').expect(200);
    await other.stop();
    expect(text).not.toContain('route="/api/projects/:id"');
  });
});
