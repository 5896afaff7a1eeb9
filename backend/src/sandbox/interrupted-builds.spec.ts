import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestStudio, type TestStudio } from '../../test/support/studio/test-studio.js';

let studio: TestStudio;
const { execPath } = process;

beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());
// Nothing can be started.
beforeEach(() => {
  process.execPath = '/nothing';
});
afterEach(() => {
  process.execPath = execPath;
});

describe('a package that cannot be built now', () => {
  it('is a problem that passes', async () => {
    const { body } = await studio.call('post', '/packages/resolve').send({ specifiers: ['htm'] });
    expect(body.problems).toMatchObject([
      { code: 'registry_unavailable', message: 'htm cannot be built: there is no room for another process' },
    ]);
  });

  it('is on no page that a browser keeps, of an embed or a card', async () => {
    process.execPath = execPath;
    const owner = await studio.person();
    const get = (path: string) =>
      fetch(`http://localhost:${studio.config.sandboxPort}${path}`, {
        headers: { 'Sec-Fetch-Dest': 'iframe' },
      });
    const project = (js: string) => studio.project(owner, { js, isEmbeddable: true, isPublic: true });
    // The process that compiles pages is there from now on.
    const plain = await get(`/rendered/${(await project('')).id}`);
    expect(plain.headers.get('ETag')).not.toBeNull();
    process.execPath = '/nothing';
    const { id } = await project("import 'htm';");
    const { body } = await studio.call('get', '/projects', owner).expect(200);
    const { cardUrl } = body.data.find((each: { id: string }) => each.id === id);
    const card = new URL(cardUrl);
    for (const path of [`/rendered/${id}`, `${card.pathname}${card.search}&run=1`]) {
      const answer = await get(path);
      expect(await answer.text()).toContain('there is no room for another process');
      expect(answer.headers.get('ETag')).toBeNull();
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
    }
  });
});
