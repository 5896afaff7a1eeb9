import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ForkPage } from '@studio/contract/http/forks';
import type { Project } from '@studio/contract/http/projects';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { newId } from '../../../common/ids.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;
let owner: Person;
let other: Person;
let source: Project;
beforeAll(async () => {
  studio = await startTestStudio();
  [owner, other] = [await studio.resident(), await studio.resident()];
});
afterAll(() => studio.stop());
beforeEach(async () => {
  source = await studio.project(owner, { title: 'Source', isPublic: true });
});

const change = (id: string, who: Person, input: object) =>
  studio.call('put', `/projects/${id}`, who).send(input).expect(200);

/** A public fork by another account. */
async function fork(id: string, title: string): Promise<string> {
  const { body } = await studio.call('post', `/projects/${id}/fork`, other).expect(201);
  await change(body.id, other, { title, isPublic: true });
  return body.id as string;
}

async function forksOf(id: string, who?: Person, query = ''): Promise<ForkPage> {
  const { body } = await studio.call('get', `/projects/${id}/forks${query}`, who).expect(200);
  return ForkPage.parse(body);
}
const titles = ({ data }: ForkPage) => data.map(({ title }) => title);
const sourceOf = async (id: string, who: Person) =>
  (await studio.call('get', `/projects/${id}/source`, who).expect(200)).body.source;

/** Stores this many forks at once: each of the same project, or each of the previous one. */
async function seed(count: number, shape: 'wide' | 'deep'): Promise<void> {
  const { sql } = studio.studio.app.get(Database);
  const ids = Array.from({ length: count }, newId);
  const rows = ids.map((id, at) => ({
    id,
    user_id: other.user.id,
    title: `Fork ${at}`,
    html: '',
    css: '',
    js: '',
    description: '',
    tags: [],
    is_public: true,
    is_embeddable: false,
    framework_config: source.frameworkConfig,
    forked_from: shape === 'deep' ? (ids[at - 1] ?? source.id) : source.id,
  }));
  for (let at = 0; at < count; at += 500)
    await sql
      .insertInto('projects')
      .values(rows.slice(at, at + 500))
      .execute();
}

describe('the source of a fork', () => {
  it('is named to whoever may see it, and to nobody else', async () => {
    const id = await fork(source.id, 'Fork');
    expect(await sourceOf(id, other)).toEqual({
      id: source.id,
      title: 'Source',
      username: owner.user.username,
    });
    expect(await sourceOf(source.id, other)).toBeNull();
    await change(source.id, owner, { isPublic: false });
    expect(await sourceOf(id, other)).toBeNull();
    expect(await sourceOf(id, owner)).toMatchObject({ id: source.id });
  });
});

describe('the forks of a project', () => {
  it('are a tree of the public ones, level by level; private ones are a number', async () => {
    const one = await fork(source.id, 'One');
    const two = await fork(source.id, 'Two');
    await fork(one, 'Of one');
    await studio.call('post', `/projects/${two}/fork`, owner).expect(201);
    await studio.call('put', `/projects/${two}/like`, owner).expect(200);
    const root = await forksOf(source.id);
    expect(titles(root)).toEqual(['Two', 'One']);
    expect(root).toMatchObject({ total: 2, publicForks: 3, privateForks: 1 });
    expect(root.data.map(({ likes, forkCount }) => [likes, forkCount])).toEqual([
      [1, 1],
      [0, 1],
    ]);
    expect(titles(await forksOf(one))).toEqual(['Of one']);
    expect(await forksOf(two)).toMatchObject({ data: [], publicForks: 0, privateForks: 1 });
    expect(titles(await forksOf(source.id, undefined, '?limit=1&page=2'))).toEqual(['One']);
  });

  it('of a private fork are listed in its place; nothing else about it is shown, not even to its owner', async () => {
    const middle = await fork(source.id, 'Middle');
    await fork(middle, 'Beneath');
    await change(middle, other, { isPublic: false });
    for (const who of [undefined, owner, other]) {
      const root = await forksOf(source.id, who);
      expect(titles(root)).toEqual(['Beneath']);
      expect(JSON.stringify(root)).not.toContain(middle);
      expect(root).toMatchObject({ publicForks: 1, privateForks: 1 });
    }
    await studio.call('get', `/projects/${middle}/forks`).expect(404);
  });

  it('of a deleted fork are listed in its place as long as they are there; it does not count', async () => {
    const [first, second] = [await fork(source.id, 'First'), await fork(source.id, 'Second')];
    const beneath = await fork(first, 'Beneath');
    const deeper = await fork(beneath, 'Deeper');
    const expectTree = async (...expected: string[]) => {
      const root = await forksOf(source.id);
      expect(titles(root).toSorted()).toEqual(expected.toSorted());
      expect(root).toMatchObject({ total: expected.length, privateForks: 0 });
    };
    const remove = (id: string) => studio.call('delete', `/projects/${id}`, other).expect(204);
    const { sql } = studio.studio.app.get(Database);
    const purge = (...ids: string[]) => sql.deleteFrom('projects').where('id', 'in', ids).execute();
    await remove(first);
    await expectTree('Beneath', 'Second');
    await studio.call('post', `/projects/${first}/restore`, other).expect(200);
    await expectTree('First', 'Second');
    await remove(first);
    await purge(first);
    await expectTree('Beneath', 'Second');
    await purge(beneath, second);
    await expectTree('Deeper');
    await purge(deeper);
    expect(await forksOf(source.id)).toMatchObject({ data: [], publicForks: 0, privateForks: 0 });
  });

  it('of forks that are deleted in one statement are listed in their place', async () => {
    const first = await fork(source.id, 'First');
    const second = await fork(first, 'Second');
    await fork(second, 'Third');
    const { sql } = studio.studio.app.get(Database);
    await sql.deleteFrom('projects').where('id', 'in', [first, second]).execute();
    expect(titles(await forksOf(source.id))).toEqual(['Third']);
  });

  it('are all counted and listed by page, of which there are 2,000', async () => {
    await seed(2_000, 'wide');
    const root = await forksOf(source.id, undefined, '?limit=50');
    expect(root).toMatchObject({ total: 2_000, publicForks: 2_000 });
    expect(root.data).toHaveLength(50);
  });

  it('are considered up to 5,000, however deep a chain of forks is', async () => {
    await seed(6_000, 'deep');
    const root = await forksOf(source.id);
    expect(root).toMatchObject({ total: 1, publicForks: 5_000, privateForks: 0 });
  });
});
