import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { longestStall } from '../../testing/longest-stall.js';
import { startTestStudio, type TestStudio } from '../../testing/studio.js';
import { until } from '../../testing/until.js';
import { requestsAhead } from './answer-in-turn.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

const mebibyte = 1_048_576;
const requestFor = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;

/** A connection to the app that has sent these bytes, and what it has been answered. */
function send(bytes: string): { socket: Socket; statuses(): string[]; ended: Promise<unknown> } {
  const socket = connect(studio.config.port, '127.0.0.1');
  let said = '';
  socket.on('data', (part) => {
    said += part.toString('latin1');
  });
  // A connection that the server resets is what is wanted here.
  const ended = once(socket, 'close').catch(() => undefined);
  socket.write(bytes);
  return {
    socket,
    ended,
    statuses: () => [...said.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status = '']) => status),
  };
}

describe('H74: requests that are sent ahead of their answers', () => {
  it('are answered in their order, as far as one may send them ahead', async () => {
    const paths = ['/api/health/live', '/api/projects/none', '/', '/api/projects', '/api/health/ready'];
    const line = send(paths.map((path) => requestFor(path)).join(''));
    await until(() => line.statuses().length === paths.length);
    expect(line.statuses()).toEqual(['200', '404', '200', '401', '200']);
    line.socket.write(requestFor('/api/health/live'));
    await until(() => line.statuses().length === paths.length + 1);
    line.socket.destroy();
  });

  it('have one answer at a time in memory, however long nobody takes it', async () => {
    const person = await studio.person();
    const source = 'x'.repeat(mebibyte);
    const project = await studio.project(person, { html: source, css: source, js: source, isPublic: true });
    const asked = requestFor(`/api/projects/${project.id}`);
    await fetch(`${studio.url}/api/projects/${project.id}`);
    const before = process.memoryUsage().arrayBuffers;
    const line = send('');
    line.socket.pause();
    line.socket.write(asked.repeat(requestsAhead));
    const again = send(requestFor('/api/health/live').repeat(3));
    await until(() => again.statuses().length === 3);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * mebibyte);
    line.socket.destroy();
    again.socket.destroy();
  });

  it('end the connection where there are more, and keep nobody else waiting', async () => {
    const line = send('');
    const stall = await longestStall(
      (async () => {
        line.socket.write(requestFor('/api/health/live').repeat(1_400));
        await line.ended;
      })(),
    );
    expect(line.statuses().length).toBeLessThanOrEqual(requestsAhead + 1);
    expect(stall).toBeLessThan(100);
    expect((await fetch(`${studio.url}/api/health/live`)).status).toBe(200);
  });
});
