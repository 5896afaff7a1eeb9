import { Agent, get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BudgetName, budgets } from '@studio/contract/budgets';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

/** Behind a trusted proxy, so that a test can use any network. */
let studio: TestStudio;
let projectId: string;
let card: string;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  studio = await startTestStudio({ TRUSTED_PROXIES: '127.0.0.1' });
  const owner = await studio.person('owner', '10.9.0.1');
  projectId = (await studio.project(owner, { html: '<p>here</p>', isPublic: true, isEmbeddable: true })).id;
  card = (await studio.call('get', '/projects', owner).expect(200)).body.data[0].cardUrl;
});
afterAll(async () => {
  agent.destroy();
  await studio.stop();
});

const total = 12_000;
/** Requests of the one network that are under way at the same time. */
const concurrency = 20;
/** After how many of those another network sends one. */
const between = 20;

/** Sends a request from a network. @returns its status, and `retry-after` in seconds. */
function ask(address: string, network: string): Promise<{ status: number; wait: number }> {
  const url = new URL(address, studio.url);
  const headers = { host: url.host, 'x-forwarded-for': network, 'sec-fetch-dest': 'iframe' };
  url.hostname = '127.0.0.1';
  return new Promise((answered, failed) => {
    get(url, { agent, headers }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      response.on('end', () => answered({ status, wait: Number(received['retry-after']) })).resume();
    }).on('error', failed);
  });
}

const addresses: [string, BudgetName, () => string][] = [
  ['an embed', 'page', () => `/embed/${projectId}`],
  ['a card', 'page', () => card],
  ['a page', 'page', () => '/'],
  ['a file', 'file', () => '/favicon.svg'],
  ['health', 'probe', () => '/api/health/live'],
];

describe('H75: 12,000 requests of one network in a minute, with the budgets of production', () => {
  it.each(addresses)(
    'are refused beyond the budget, and another network is served meanwhile: %s',
    async (what, budget, address) => {
      const number = addresses.findIndex(([other]) => other === what);
      const [greedy, other] = [`10.1.${number}.1`, `10.2.${number}.1`];
      let [sent, served] = [0, 0];
      const waits: number[] = [];
      const send = async () => {
        while (sent < total) {
          sent += 1;
          if (sent % between === 0) expect((await ask(address(), other)).status).toBe(200);
          const { status, wait } = await ask(address(), greedy);
          if (status === 429) waits.push(wait);
          else served += Number(status === 200);
        }
      };
      const began = performance.now();
      await Promise.all(Array.from({ length: concurrency }, send));
      expect(performance.now() - began).toBeLessThan(60_000);
      expect(served).toBe(budgets[budget].points);
      expect(waits).toHaveLength(total - served);
      expect(Math.min(...waits)).toBeGreaterThan(0);
      expect(Math.max(...waits)).toBeLessThanOrEqual(60);
    },
    120_000,
  );
});
