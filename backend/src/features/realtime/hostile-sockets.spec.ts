import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { EventPublisher } from '../../common/domain-events.js';
import { Database } from '../../database/database.js';
import { MetricsService } from '../metrics/metrics.service.js';
import { watchesPerSocket } from './realtime.gateway.js';
import { socketsPerUser } from './socket-limits.js';

let studio: TestStudio;
let owner: Person;
const tabs = socketClientsOf(() => studio);
const { open, outcome } = tabs;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

const nowhere = '0000000000000000';

describe('the handshake', () => {
  it('refuses an invalid token, and never treats it as anonymous', async () => {
    const gone = await studio.person();
    await studio.call('post', '/auth/logout', gone).expect(204);
    for (const token of ['dead', gone.access_token, '', 7, {}])
      expect(await outcome({ auth: { token } })).toBe('unauthorized');
  });

  it('H25: refuses another origin, by websocket and by polling, and says so once, as PUBLIC_URL may be wrong', async () => {
    const warned = jest.spyOn(Logger.prototype, 'warn');
    const project = 'http://abcdefghij012345.localhost:3001';
    for (const origin of ['https://evil.example', 'null', project, `${studio.url}.evil.example`]) {
      for (const transport of ['websocket', 'polling']) {
        const ended = await outcome({ transports: [transport], extraHeaders: { origin } });
        expect({ origin, connected: ended === 'connected' }).toEqual({ origin, connected: false });
      }
    }
    const ofOrigins = warned.mock.calls.filter(([message]) => String(message).includes('live updates'));
    expect(ofOrigins).toEqual([
      [
        expect.stringMatching(
          /^A page at another address than http:\/\/localhost:\d+ asked for live updates/,
        ),
      ],
    ]);
    warned.mockRestore();
    expect(await outcome({ extraHeaders: { origin: studio.url } })).toBe('connected');
    expect(await outcome({ transports: ['polling'] })).toBe('connected');
  });
});

describe('H50: a packet that is none', () => {
  /** A bare connection that has entered the namespace. */
  async function bare(): Promise<WebSocket> {
    const line = new WebSocket(`${studio.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    await once(line, 'open');
    line.send('40');
    await once(line, 'message');
    await once(line, 'message');
    return line;
  }

  async function openSockets(): Promise<number> {
    const metrics = await studio.studio.app.get(MetricsService).read();
    return Number(/^studio_sockets_connected (\d+)$/m.exec(metrics)?.[1]);
  }

  const breaking = {
    'more attachments than fit': '4599999999-["project:watch",{"_placeholder":true,"num":0}]',
    'a negative number of attachments': '45-1-["project:watch"]',
    'no attachments in a packet that has some': '450-["project:watch",{}]',
    'text where an attachment should follow': ['451-["x",{"_placeholder":true,"num":0}]', '42["x"]'],
    'an attachment that nobody announced': new Uint8Array([1, 2, 3]),
    'an attachment that is not there': ['451-["x",{"_placeholder":true,"num":7}]', new Uint8Array([1])],
    'no JSON': '42["project:watch",{',
    'no list': '42{"project:watch":1}',
    'a reserved name': '42["disconnect"]',
    'an object for a name': '42[{"toString":1}]',
    'an unknown type': '49',
    'an unknown packet': '9',
    'entering once more': '40',
  };
  for (const [name, packets] of Object.entries(breaking)) {
    it(`(${name}) closes that socket, and the others live on`, async () => {
      const good = await open(owner);
      const line = await bare();
      const closed = once(line, 'close');
      for (const packet of [packets].flat()) line.send(packet);
      await closed;
      await good.settle();
    });
  }

  // Socket.IO reads a blank as 0, the type of CONNECT.
  for (const [digit, packet] of Object.entries({ 'its digit': '40', 'a blank': '4 ' })) {
    it(`(entering again after leaving, by ${digit}) closes that connection, and the others live on`, async () => {
      const good = await open(owner);
      const line = await bare();
      const closed = once(line, 'close');
      const sockets = await openSockets();
      line.send('41');
      await until(async () => (await openSockets()) < sockets);
      line.send(packet);
      await closed;
      await good.settle();
    });

    it(`(entering many times in one request, by ${digit}) closes that connection`, async () => {
      const polling = `${studio.url}/socket.io/?EIO=4&transport=polling`;
      const opened = await (await fetch(polling)).text();
      const line = `${polling}&sid=${JSON.parse(opened.slice(1)).sid}`;
      const body = Array(50).fill(packet).join('\u001e');
      // The connection ends while its request is answered.
      await fetch(line, { method: 'POST', body }).catch(() => undefined);
      expect(await (await fetch(line)).json()).toMatchObject({ message: 'Session ID unknown' });
    });
  }

  it('(odd names, no acknowledgement, a response to nothing) is passed over', async () => {
    const line = await bare();
    const odd = ['error', '__proto__', 'constructor', 'message', 'watch', '', '\u0000', 'x'.repeat(10_000)];
    for (const name of odd) line.send(`42${JSON.stringify([name, {}])}`);
    for (const packet of ['42["project:watch"]', '42["browse:watch",[]]', '4399[1]']) line.send(packet);
    line.send(`427["project:unwatch",{"projectId":"${nowhere}"}]`);
    const [{ data }] = await once(line, 'message');
    expect(data).toBe('437[{"ok":true}]');
    line.close();
  });
});

describe('H51: too much', () => {
  it('in one frame, or too many packets in a second, closes that socket, and the others live on', async () => {
    const good = await open(owner);
    const large = await open();
    const cut = large.ended();
    void large.send('project:watch', 'x'.repeat(2_000_000)).catch(() => undefined);
    await cut;
    const flooding = await open();
    const stopped = flooding.ended();
    for (let sent = 0; sent < 10_000; sent += 1)
      flooding.socket.emit('project:unwatch', { projectId: nowhere }, () => {});
    await stopped;
    await good.settle();
    expect(good.socket.connected).toBe(true);
  });

  it('of a client that never agrees to close: its line ends at once', async () => {
    const line = connect(studio.config.port, '127.0.0.1');
    // Disconnected while it is sending.
    line.on('error', () => undefined);
    line.write(upgrade);
    await once(line, 'data');
    line.resume().write(Buffer.concat([frame('40'), ...Array(1_000).fill(frame('42["x"]'))]));
    await new Promise((closed) => line.once('close', closed));
    expect(await outcome({})).toBe('connected');
    // The library itself would wait for half a minute.
  });

  it('that is left unread closes that socket, though it answers pings, and sockets that read receive everything', async () => {
    const person = await studio.person();
    const good = await open(person);
    const line = connect(studio.config.port, '127.0.0.1');
    line.on('error', () => undefined);
    const closed = new Promise((close) => line.once('close', close));
    line.write(upgrade);
    await once(line, 'data');
    line.write(frame(`40${JSON.stringify({ token: person.access_token })}`));
    await once(line, 'data');
    const answering = setInterval(() => line.write(frame('3')), 20);
    line.pause();
    const project = { projectId: nowhere, ownerId: person.user.id, isPublic: false, isEmbeddable: false };
    // More than the buffers at both ends of a connection hold.
    const [events, size] = [2_000, 16_000];
    for (let sent = 0; sent < events; sent += 1) {
      studio.studio.app
        .get(EventPublisher)
        .publish('project.save-failed', { project, origin: `${sent}`.padEnd(size, '.') });
      await turn();
    }
    clearInterval(answering);
    line.resume();
    await closed;
    await good.settle();
    expect(good.received).toHaveLength(events);
  });

  it('of one person’s sockets: those beyond the bound are closed, others get in', async () => {
    const greedy = await studio.person();
    const connecting = Array.from({ length: socketsPerUser + 20 }, () => open(greedy));
    const opened = await Promise.allSettled(connecting);
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(socketsPerUser);
    await open(await studio.person());
  });

  it('of one socket: projects beyond the bound are refused', async () => {
    const tab = await open(owner);
    const [last, ...others] = await storeMany(watchesPerSocket + 1);
    for (const projectId of others)
      expect(await tab.send('project:watch', { projectId })).toMatchObject({ ok: true });
    const refused = { ok: false, error: 'A connection can watch at most 50 projects. Unwatch one first.' };
    expect(await tab.send('project:watch', { projectId: last })).toEqual(refused);
    await tab.send('project:unwatch', { projectId: others[0] });
    expect(await tab.send('project:watch', { projectId: last })).toMatchObject({ ok: true });
  });
});

const upgrade = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
  '\r\n',
].join('\r\n');

/** A text as a client's WebSocket frame, masked with zeros. */
function frame(text: string): Buffer {
  const length = text.length < 126 ? [0x80 | text.length] : [0xfe, text.length >> 8, text.length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** Projects of the owner, at once. @returns their ids. */
async function storeMany(count: number): Promise<string[]> {
  const { id } = await studio.project(owner);
  const { sql: database } = studio.studio.app.get(Database);
  const { rows } = await sql<{ id: string }>`
    insert into projects select (jsonb_populate_record(p, jsonb_build_object('id', lpad(n::text, 16, '0')))).*
    from projects p, generate_series(1, ${count}::int) n where p.id = ${id} returning id`.execute(database);
  return rows.map((row) => row.id);
}
