import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ResolvedPackages } from '@studio/contract/packages/package-routes';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => setup.stop());

async function problemsOf(name: string, network: string): Promise<string[]> {
  const { body } = await setup.studio
    .call('post', '/packages/resolve')
    .set('x-forwarded-for', network)
    .send({ specifiers: [name] });
  return ResolvedPackages.parse(body).problems.map(({ message }) => message);
}

it('H84 a network that wants too many packages at once is refused the next one, and nobody else is', async () => {
  setup.registry.publish('wanted-by-all');
  setup.registry.publish('known-by-all');
  await setup.resolve(['known-by-all']);
  const tooMany = ['Too many packages are being fetched. Try again in a minute'];
  const never = Array.from({ length: 310 }, (_, index) => {
    setup.registry.replaceResponse(`/never-${index}`, () => undefined);
    return problemsOf(`never-${index}`, '10.1.0.1');
  });
  // The first of them to be refused: as many as may be are waiting.
  expect(await Promise.race(never)).toEqual(tooMany);
  expect(await problemsOf('wanted-by-all', '10.1.0.1')).toEqual(tooMany);
  expect(await problemsOf('known-by-all', '10.1.0.1')).toEqual([]);
  expect(await problemsOf('wanted-by-all', '10.1.0.2')).toEqual([]);
});
