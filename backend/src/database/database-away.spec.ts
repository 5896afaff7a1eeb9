import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import request from 'supertest';
import { DatabaseProxy } from '../../test/support/faults/database-proxy.js';
import { runOn } from '../../test/support/studio/fresh-database.js';
import { socketClientsOf } from '../../test/support/studio/socket-clients.js';
import { type Person, startTestStudio, type TestStudio } from '../../test/support/studio/test-studio.js';
import { until } from '../../test/support/until.js';

const line = new DatabaseProxy();
let studio: TestStudio;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio({}, line.reach);
  person = await studio.person();
});
const tabs = socketClientsOf(() => studio);
afterEach(tabs.closeAll);
afterAll(async () => {
  await studio.stop();
  await line.remove();
});

describe('a database that is away', () => {
  it('is 503 where it is needed, and everything works again once it is back', async () => {
    const project = await studio.project(person, { html: 'kept' });
    await line.cut();
    const calls = [
      await studio.call('get', '/projects/public'),
      await studio.call('get', '/auth/me', person),
      await studio.call('put', `/projects/${project.id}`, person).send({ html: 'lost' }),
      await studio.call('post', '/auth/login').send({ email: person.user.email, password: person.password }),
    ];
    const message = 'The server cannot reach its database. Please try again in a moment.';
    for (const { status, body, headers } of calls) {
      expect(body).toMatchObject({ statusCode: 503, code: 'service_unavailable', message });
      expect(status).toBe(503);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    const ready = await studio.call('get', '/health/ready').expect(503);
    expect(ready.body).toEqual({ status: 'unavailable', parts: { database: 'down', storage: 'up' } });
    await studio.call('get', '/health/live').expect(200);
    await studio.call('get', '/projects').expect(401);

    await line.restore();
    await studio.call('get', '/health/ready').expect(200);
    const read = await studio.call('get', `/projects/${project.id}`, person).expect(200);
    expect(read.body).toEqual(project);
  });

  it('lets sockets connect again later, and is logged', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error');
    await line.cut();
    expect(await tabs.outcome({ auth: { token: person.access_token } })).toBe('unavailable');
    expect(logged).toHaveBeenCalledWith({ err: expect.any(Error) });
    logged.mockRestore();
    await line.restore();
    await tabs.open(person);
  });

  it('that goes in the middle of many saves loses none that was acknowledged', async () => {
    const project = await studio.project(person);
    let acknowledged = 1;
    const saves = Array.from({ length: 40 }, async (_, i) => {
      const response = await studio
        .call('put', `/projects/${project.id}`, person)
        .send({ html: `text ${i}` });
      if (response.status === 200) acknowledged = Math.max(acknowledged, response.body.version);
      else expect(response.status).toBe(503);
      if (i === 10) await line.cut();
    });
    await Promise.all(saves);
    await line.restore();
    const read = await studio.call('get', `/projects/${project.id}`, person).expect(200);
    expect(read.body.version).toBeGreaterThanOrEqual(acknowledged);
  });
});

const server = process.env['DATABASE_URL'] ?? '';
// Nobody else changes the embedded database.
if (server)
  it('a database that takes no changes, as after a failover, is 503 for saves and still read, until new connections lead elsewhere', async () => {
    const project = await studio.project(person, { html: 'kept' });
    const link = studio.call('post', `/projects/${project.id}/links`, person).send({ name: 'Friends' });
    const { secret } = (await link.expect(201)).body;
    const save = (html: string) => studio.call('put', `/projects/${project.id}`, person).send({ html });
    const name = new URL(studio.config.databaseUrl ?? '').pathname.slice(1);
    await runOn(server, `alter database ${name} set default_transaction_read_only = on`);
    // The setting is that of new connections.
    await line.cut();
    await line.restore();
    await until(async () => (await studio.call('get', '/health/ready')).status === 200);
    expect((await save('lost').expect(503)).body).toMatchObject({
      code: 'service_unavailable',
      message: 'The server cannot save anything at the moment. Please try again later.',
    });
    expect((await studio.call('get', `/projects/${project.id}`, person).expect(200)).body.html).toBe('kept');
    // Its view cannot be counted.
    const opened = studio.call('post', '/links/open').send({ secret });
    expect((await opened.expect(200)).body.html).toBe('kept');
    await request(studio.url).get(`/s/${secret}/embed`).set('sec-fetch-mode', 'navigate').expect(200);
    // Of a failover: nobody cuts the connections to the server that takes no changes.
    await runOn(server, `alter database ${name} reset default_transaction_read_only`);
    await until(async () => (await save('saved')).status === 200);
  });
