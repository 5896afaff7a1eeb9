import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readConfig } from '../../config/read-config.js';
import { listenOnHosts } from './listen.js';

const server = createServer((_request, response) => response.end('answered'));
let twins: Awaited<ReturnType<typeof listenOnHosts>>;
let port: number;
beforeAll(async () => {
  ({ port } = await readConfig({ PORT: '0', SANDBOX_PORT: '0' }));
  const everywhere = { hosts: ['127.0.0.1', '127.0.0.2'], hostsRequired: true };
  twins = await listenOnHosts(server, port, everywhere, () => false);
});
afterAll(() => {
  for (const one of [server, ...twins]) one.close();
});

it.each(['127.0.0.1', '127.0.0.2'])(
  'H54: a request to upgrade where no upgrade is possible gets a response, and holds no connection: %s',
  async (host) => {
    const socket = connect(port, host);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const [response] = await once(socket, 'data');
    expect(String(response)).toContain('answered');
    socket.destroy();
  },
);
