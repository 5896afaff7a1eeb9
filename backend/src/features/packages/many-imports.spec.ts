import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import type { ResolvedPackages } from '@studio/contract/packages/package-routes';
import { leastStall } from '../../../test/support/longest-stall.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { comparedPerLookup } from './catalog/closest-names.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
  // The shelf is read once, before the tests.
  await resolve(['none']);
});
afterAll(() => studio.stop());

const resolve = (specifiers: string[]) => studio.call('post', '/packages/resolve').send({ specifiers });

/** Names that no package has, each of this length. */
const unknown = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => `q${index}-`.padEnd(length, 'angular'));

describe('H73: imports of packages that nobody knows', () => {
  it.each([34, 100])(
    'are compared with all others without a stall, with names of %i characters',
    async (length) => {
      const ask = async () => {
        const { body } = await resolve(unknown(limits.specifiersPerLookup, length));
        expect(body.problems).toHaveLength(limits.specifiersPerLookup);
      };
      expect(await leastStall(ask)).toBeLessThan(100);
    },
  );

  it('get suggestions where they are the first ones of many', async () => {
    const specifiers = Array.from({ length: 2 * comparedPerLookup }, (_, index) => `lodash-e${index}`);
    const { body } = await resolve(specifiers).expect(200);
    const suggested = (body as ResolvedPackages).problems.map(({ suggestions }) => suggestions.length > 0);
    expect(suggested).toEqual(specifiers.map((_, index) => index < comparedPerLookup));
  });

  it('hold up nobody while a page is made of a project that is full of them', async () => {
    const owner = await studio.person();
    const js = unknown(20_000, 18)
      .map((name) => `import '${name}'`)
      .join('\n');
    const ids: string[] = [];
    for (let project = 0; project < 3; project += 1)
      ids.push((await studio.project(owner, { js, isEmbeddable: true })).id);
    const openPage = async (round: number) => {
      const page = await fetch(`http://localhost:${studio.config.sandboxPort}/rendered/${ids[round]}`, {
        headers: { 'Sec-Fetch-Dest': 'iframe' },
      });
      expect(page.status).toBe(200);
    };
    expect(await leastStall(openPage)).toBeLessThan(100);
  });
});
