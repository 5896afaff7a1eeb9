import { mock } from 'node:test';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestRegistry, type TestRegistry } from '../../../../test/support/test-registry.js';
import { RegistryClient } from './registry-client.js';

let registry: TestRegistry;

beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.stop());

it('a job that comes as the idle process is ended gets a process of its own', async () => {
  registry.publish('before-idleness');
  registry.publish('after-idleness');
  mock.timers.enable({ apis: ['setTimeout'] });
  const client = new RegistryClient({ address: registry.address, minAge: 3 });
  try {
    await client.ask({ kind: 'find', name: 'before-idleness', range: null });
    mock.timers.tick(60_000);
    const found = client.ask({ kind: 'find', name: 'after-idleness', range: null });
    await expect(found).resolves.toMatchObject({ version: '1.0.0' });
  } finally {
    client.close();
    mock.timers.reset();
  }
});
