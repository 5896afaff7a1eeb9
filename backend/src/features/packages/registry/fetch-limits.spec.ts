import { mock } from 'node:test';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RegistryStudio, startRegistryStudio } from '../../../../test/support/studio/registry-studio.js';
import { until } from '../../../../test/support/until.js';

let setup: RegistryStudio;

beforeAll(async () => {
  setup = await startRegistryStudio();
});
afterAll(() => setup.stop());

/** A package with so many dependencies; the archive of the last one, which is fetched first, is missing. */
function publishNeedy(name: string, count: number): void {
  const names = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  for (const each of names) setup.registry.publish(each);
  setup.registry.replaceResponse(`/-/${names.at(-1)}-1.0.0.tgz`, (_request, response) =>
    response.writeHead(404).end(),
  );
  const dependencies = Object.fromEntries(names.map((each) => [each, '1']));
  setup.registry.publish(name, { manifest: { dependencies } });
}

const descriptionOf = async (name: string) => (await fetch(`${setup.registry.address}/${name}`)).text();
const archivesOf = (name: string) => setup.registry.requests.filter((path) => path.startsWith(`/-/${name}`));

describe('H84 all that one request imports', () => {
  it('H84 is at most as many packages as one may need; the rest is for the next request, of whomever', async () => {
    publishNeedy('first', 100);
    publishNeedy('second', 60);
    // The first request plans the second package until another request waits for it, too.
    const description = await descriptionOf('second-0');
    const isPlanned = Promise.withResolvers<void>();
    const otherAsks = Promise.withResolvers<void>();
    setup.registry.replaceResponse('/second-0', (_request, response) => {
      isPlanned.resolve();
      void otherAsks.promise.then(() => response.end(description));
    });
    const asked = setup.resolve(['first', 'second']);
    await isPlanned.promise;
    const other = setup.resolve(['nobody-has-this', 'second']);
    await until(() => setup.registry.requests.includes('/nobody-has-this'));
    await setup.resolve(['htm']);
    otherAsks.resolve();
    expect((await asked).problems).toMatchObject([
      { specifier: 'first', code: 'unknown_version' },
      {
        specifier: 'second',
        code: 'registry_unavailable',
        message:
          'second 1.0.0 was not fetched: at most 151 packages are fetched at once. Try again in a minute',
      },
    ]);
    expect((await other).problems).toMatchObject([
      { specifier: 'nobody-has-this' },
      { specifier: 'second', code: 'unknown_version' },
    ]);
    // Nothing more is fetched for what is refused.
    expect(archivesOf('first').length).toBeLessThan(20);
  });

  it('H84 takes at most a minute; the rest is for the next request', async () => {
    setup.registry.publish('takes-long');
    setup.registry.publish('comes-after');
    const description = await descriptionOf('takes-long');
    setup.registry.replaceResponse('/takes-long', (_request, response) => {
      mock.timers.enable({ apis: ['Date'], now: Date.now() + 61_000 });
      response.end(description);
    });
    try {
      const { problems } = await setup.resolve(['takes-long', 'comes-after']);
      const words = 'with what it needs, takes too long to be fetched. Try again in a minute';
      expect(problems).toMatchObject([
        { code: 'registry_unavailable', message: `takes-long 1.0.0, ${words}` },
        { code: 'registry_unavailable', message: `comes-after, ${words}` },
      ]);
      expect(setup.registry.requests).not.toContain('/comes-after');
    } finally {
      mock.timers.reset();
    }
    expect((await setup.resolve(['takes-long', 'comes-after'])).problems).toEqual([]);
  });
});
