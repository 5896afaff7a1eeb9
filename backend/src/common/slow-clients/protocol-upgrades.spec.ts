import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

let studio: TestStudio;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio({ HOST: '' });
});
afterAll(() => studio.stop());

/** Requests a page with the offer of another protocol. @returns the status. */
async function offer(upgrade: string, host: string, port: number): Promise<number | undefined> {
  const headers = { connection: 'Upgrade', upgrade };
  const call = request({ host, port, path: '/api/health/live', headers, agent: false }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  response.destroy();
  return response.statusCode;
}

describe('H54: a request that offers another protocol', () => {
  /** Without HOST a studio also starts on a machine without IPv6. */
  const hosts = () => {
    const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    return studio.config.hosts.filter((host) => own.some(({ address }) => address === host));
  };

  it('is answered as if it did not, on every listener', async () => {
    for (const upgrade of ['h2c', 'websocket', 'x, websocket'])
      for (const host of hosts()) {
        expect(await offer(upgrade, host, studio.config.port)).toBe(200);
        expect(await offer(upgrade, host, studio.config.sandboxPort)).toBe(404);
      }
  });

  it('leaves sockets as they are', async () => {
    expect(await tabs.outcome({})).toBe('connected');
  });
});
