import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Asset, assetExtensions, categoryOf } from '@studio/contract/http/assets';
import { limits } from '@studio/contract/limits';
import { sampleFiles } from '../../testing/sample-files.js';
import { type Person, startTestStudio, type TestStudio } from '../../testing/studio.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

const upload = (who: Person, name: string, content: Buffer | string = 'text') =>
  studio.call('post', '/assets/upload', who).attach('file', Buffer.from(content), name);
const list = async (who: Person, query = '') =>
  (await studio.call('get', `/assets${query}`, who).expect(200)).body;
const names = async (who: Person, query = '') =>
  (await list(who, query)).data.map(({ name }: Asset) => name).toSorted();
const storageOf = async (who: Person) => (await studio.call('get', '/assets/storage', who).expect(200)).body;

describe('the library', () => {
  it('takes every type of SPEC 3, and each counts in its category', async () => {
    const person = await studio.person();
    const expected = Object.values(assetExtensions).flat();
    expect(Object.keys(sampleFiles).map((name) => name.slice(2))).toEqual(expected);
    for (const [name, content] of Object.entries(sampleFiles)) {
      const { status, body } = await upload(person, name, content);
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { name, size: content.length, category: categoryOf(name) },
      });
    }
    const storage = await storageOf(person);
    expect(storage).toMatchObject({
      totalUsed: Object.values(sampleFiles).reduce((sum, { length }) => sum + length, 0),
      totalLimit: limits.storageBytes,
      assetCount: expected.length,
    });
    for (const [category, extensions] of Object.entries(assetExtensions))
      expect(storage.byCategory[category].count).toBe(extensions.length);
  });
});
