import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { exposeGarbageCollector } from '../garbage-collection.js';
import { maxPipelinedRequests } from '../http/listen.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

const mebibyte = 1_048_576;
const collect = exposeGarbageCollector();

/** The bytes of buffers in use. The first collection finds the garbage, the second gives it back. */
function bytesHeld(): number {
  for (let time = 0; time < 2; time += 1) collect({ type: 'major' });
  return process.memoryUsage().arrayBuffers;
}

const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Opens a connection to the app and sends these bytes. `statuses` are those of the responses so far. */
function send(bytes: string): { socket: Socket; statuses(): string[] } {
  const socket = connect(studio.config.port, '127.0.0.1');
  let received = '';
  socket.on('data', (part) => {
    received += part.toString('latin1');
  });
  // The server may reset the connection.
  socket.on('error', () => undefined);
  socket.write(bytes);
  return {
    socket,
    statuses: () => [...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status = '']) => status),
  };
}

describe('H74: requests that are sent ahead of their responses', () => {
  it('are answered in their order, up to the limit', async () => {
    const paths = ['/api/health/live', '/api/projects/none', '/', '/api/projects', '/api/health/ready'];
    const line = send(paths.map((path) => requestFor(path)).join(''));
    await until(() => line.statuses().length === paths.length);
    expect(line.statuses()).toEqual(['200', '404', '200', '401', '200']);
    line.socket.write(requestFor('/api/health/live'));
    await until(() => line.statuses().length === paths.length + 1);
    line.socket.destroy();
  });

  it('have one response at a time in memory while the client does not read', async () => {
    const person = await studio.person();
    const source = 'x'.repeat(mebibyte);
    const project = await studio.project(person, { html: source, css: source, js: source, isPublic: true });
    const address = `/api/projects/${project.id}`;
    const read = async () => (await fetch(`${studio.url}${address}`)).text();
    await read();
    const before = bytesHeld();
    const line = send('');
    line.socket.pause();
    await new Promise((sent) => line.socket.write(requestFor(address).repeat(maxPipelinedRequests), sent));
    // After these reads the pipelined requests have had time to be answered.
    for (let later = 0; later < 5; later += 1) expect((await read()).length).toBeGreaterThan(3 * mebibyte);
    expect(bytesHeld() - before).toBeLessThan(12 * mebibyte);
    line.socket.destroy();
  });

  it('beyond the limit end the connection, and are not processed', async () => {
    const line = send(requestFor('/api/health/live').repeat(1_400));
    await until(() => line.socket.destroyed || line.statuses().length > maxPipelinedRequests + 1);
    expect(line.statuses().length).toBeLessThanOrEqual(maxPipelinedRequests + 1);
    expect((await fetch(`${studio.url}/api/health/live`)).status).toBe(200);
  });
});
