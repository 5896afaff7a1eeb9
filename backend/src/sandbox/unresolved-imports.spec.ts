import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { startTestStudio, type TestStudio } from '../../test/support/studio/test-studio.js';

let studio: TestStudio;
const { execPath } = process;

beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());
afterEach(() => {
  process.execPath = execPath;
});

/** From here to the end of the test, no process can be started. */
function startNothing(): void {
  process.execPath = '/nothing';
}

const get = (path: string) =>
  fetch(`http://localhost:${studio.config.sandboxPort}${path}`, { headers: { 'Sec-Fetch-Dest': 'iframe' } });

/** The addresses of the embed and the running card of a new project. */
async function pagesOf(js: string, packages: Record<string, string> = {}): Promise<string[]> {
  const owner = await studio.person();
  const frameworkConfig = { ...defaultFrameworkConfig, packages };
  const { id } = await studio.project(owner, { js, frameworkConfig, isEmbeddable: true, isPublic: true });
  const { body } = await studio.call('get', '/projects', owner).expect(200);
  const { cardUrl } = body.data.find((each: { id: string }) => each.id === id);
  const card = new URL(cardUrl);
  return [`/rendered/${id}`, `${card.pathname}${card.search}&run=1`];
}

async function expectToBeKeptNowhere(pages: string[], problem: string): Promise<void> {
  for (const path of pages) {
    const response = await get(path);
    expect(await response.text()).toContain(problem);
    expect(response.headers.get('ETag')).toBeNull();
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  }
}

it('a package that cannot be built now is a problem that passes', async () => {
  startNothing();
  const { body } = await studio.call('post', '/packages/resolve').send({ specifiers: ['htm'] });
  expect(body.problems).toMatchObject([
    { code: 'registry_unavailable', message: 'htm cannot be built: there is no room for another process' },
  ]);
});

it('a package that cannot be built now is on no page that a browser keeps, of an embed or a card', async () => {
  // The process that compiles pages is there from now on.
  const [plain = ''] = await pagesOf('');
  expect((await get(plain)).headers.get('ETag')).not.toBeNull();
  const pages = await pagesOf("import 'htm';");
  startNothing();
  await expectToBeKeptNowhere(pages, 'there is no room for another process');
});

it('nor is one that the studio does not have: tomorrow it may, by its settings or the age of a version', async () => {
  const pages = await pagesOf("import 'nobody-has-this';");
  await expectToBeKeptNowhere(pages, 'This studio does not know the package');
});

it('nor is a version that the studio no longer has', async () => {
  const pages = await pagesOf("import { Vector3 } from 'three';", { three: '0.1.0' });
  await expectToBeKeptNowhere(pages, 'three 0.1.0 is not on this studio. Update it in Packages');
});
