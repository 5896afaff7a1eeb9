import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import { longestStall } from '../../../test/support/longest-stall.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';

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
      const asked = resolve(unknown(limits.specifiersAtOnce, length)).then(({ body }) => body);
      expect(await longestStall(asked)).toBeLessThan(100);
      expect((await asked).problems).toHaveLength(limits.specifiersAtOnce);
    },
  );

  it('hold up nobody while a page is made of a project that is full of them', async () => {
    const owner = await studio.person();
    const js = unknown(20_000, 18)
      .map((name) => `import '${name}'`)
      .join('\n');
    const stalls: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { id } = await studio.project(owner, { js, isEmbeddable: true });
      const page = fetch(`http://localhost:${studio.config.sandboxPort}/rendered/${id}`, {
        headers: { 'Sec-Fetch-Dest': 'iframe' },
      });
      stalls.push(await longestStall(page));
      expect((await page).status).toBe(200);
    }
    // One round may have included a garbage collection, because the process has run many specs.
    expect(stalls.toSorted((a, b) => a - b)[1]).toBeLessThan(100);
  });
});
