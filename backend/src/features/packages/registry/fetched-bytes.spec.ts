import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ResolvedPackages } from '@studio/contract/packages/package-routes';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  // A budget of 1 MB.
  setup = await startRegistryStudio({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_SCALE: '0.001' });
});
afterAll(() => setup.stop());

async function resolveFrom(network: string, name: string): Promise<ResolvedPackages> {
  const { body } = await setup.studio
    .call('post', '/packages/resolve')
    .set('x-forwarded-for', network)
    .send({ specifiers: [name] });
  return ResolvedPackages.parse(body);
}

it('H84 files count as the blocks of a disk that they take, however small they are', async () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`d/${index}.txt`, 'x']));
  setup.registry.publish('has-small-files', { files });
  setup.registry.publish('comes-later');
  expect((await resolveFrom('10.1.0.3', 'has-small-files')).problems).toEqual([]);
  expect((await resolveFrom('10.1.0.3', 'comes-later')).problems).toMatchObject([
    { code: 'registry_unavailable', message: expect.stringContaining('too much was fetched for you today') },
  ]);
});

it('H84 a network that has had much fetched waits for the next day, and nobody else does', async () => {
  const noise = randomBytes(1_000_000).toString('base64');
  setup.registry.publish('large-one', { files: { 'index.js': 'export {};', 'noise.txt': noise } });
  setup.registry.publish('small-one');
  expect((await resolveFrom('10.1.0.1', 'large-one')).problems).toEqual([]);
  expect((await resolveFrom('10.1.0.1', 'small-one')).problems).toMatchObject([
    {
      code: 'registry_unavailable',
      message: 'small-one 1.0.0 was not fetched: too much was fetched for you today. Try again in 24 hours',
    },
  ]);
  expect((await resolveFrom('10.1.0.1', 'large-one')).problems).toEqual([]);
  expect((await resolveFrom('10.1.0.2', 'small-one')).problems).toEqual([]);
});
