import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { testLibrary } from '../../../../test/support/requests/test-library.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let owner: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.resident();
});
afterAll(() => studio.stop());

/** In milliseconds: publishing the first revision of a project. */
async function publishing(id: string, name: string): Promise<number> {
  const began = performance.now();
  await studio
    .call('post', `/projects/${id}/revisions/1/publish`, owner)
    .send({ name, version: 1 })
    .expect(200);
  return performance.now() - began;
}

it('to publish a version again only names it: its code is not searched for files once more', async () => {
  await testLibrary(studio).add(owner, 'a.txt');
  const html = Array.from({ length: 60_000 }, (_, at) => at.toString(16).padStart(16, '0')).join(' ');
  const { id } = await studio.project(owner, { html });
  const first = await publishing(id, 'First');
  const again = [await publishing(id, 'Again'), await publishing(id, 'Last')];
  expect(Math.min(...again)).toBeLessThan(first / 3);
  const { body } = await studio.call('get', `/projects/${id}/revisions`, owner).expect(200);
  expect(body.data[0].name).toBe('Last');
});
