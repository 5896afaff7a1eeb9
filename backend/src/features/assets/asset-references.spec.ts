import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import { leastStall } from '../../../test/support/longest-stall.js';
import { itAtNight } from '../../../test/support/nightly.js';
import { type TestLibrary, testLibrary } from '../../../test/support/requests/test-library.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { Database } from '../../database/database.js';
import { Migration20261122KnownReferences } from '../../database/migrations/migration-20261122-known-references.js';

let studio: TestStudio;
let library: TestLibrary;
let owner: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  library = testLibrary(studio);
  owner = await studio.person();
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;
const save = (id: string, sources: object) =>
  studio.call('put', `/projects/${id}`, owner).send(sources).expect(200);

/** The titles of the projects that use a file, as shown to its owner. */
async function usesOf(assetId: string, who = owner): Promise<string[]> {
  const { body } = await studio.call('get', `/assets/${assetId}/projects`, who).expect(200);
  return body.data.map(({ title }: { title: string }) => title);
}

describe('the projects that use a file', () => {
  it('are those whose code names it, in any pane, as it was last stored', async () => {
    const [one, two] = [await library.add(owner, 'one.txt'), await library.add(owner, 'two.txt')];
    const html = await studio.project(owner, { title: 'html', html: `<img src="${one.url}">` });
    await studio.project(owner, { title: 'css', css: `a { background: url(${one.url}) }` });
    await studio.project(owner, { title: 'from the root', html: `<img src="${new URL(one.url).pathname}">` });
    await studio.project(owner, { title: 'js', js: `const key = '${one.id}';` });
    await studio.project(owner, { title: 'part of a word', js: `x${one.id}` });
    expect((await usesOf(one.id)).toSorted()).toEqual(['css', 'from the root', 'html', 'js']);
    expect(await usesOf(two.id)).toEqual([]);
    await save(html.id, { html: two.url });
    expect((await usesOf(one.id)).toSorted()).toEqual(['css', 'from the root', 'js']);
    expect(await usesOf(two.id)).toEqual(['html']);
    await save(html.id, { css: one.url });
    expect(await usesOf(one.id)).toEqual(['html', 'js', 'from the root', 'css']);
    await studio.call('delete', `/projects/${html.id}`, owner).expect(204);
    expect(await usesOf(two.id)).toEqual([]);
  });

  it('do not include others’ projects, and are not shown to others', async () => {
    const file = await library.add(owner, 'mine.txt');
    const stranger = await studio.person();
    await studio.project(stranger, { html: file.url });
    expect(await usesOf(file.id)).toEqual([]);
    await studio.call('get', `/assets/${file.id}/projects`, stranger).expect(404);
  });

  it('H77: are found without reading any code', async () => {
    const file = await library.add(owner, 'plain.txt');
    await studio.project(owner, { title: 'once', html: file.url });
    await sql`update projects set title = 'renamed' where title = 'once'`.execute(tables());
    await sql`delete from project_asset_references where asset_id = ${file.id}`.execute(tables());
    expect(await usesOf(file.id)).toEqual([]);
    const orm = studio.studio.app.get(MikroORM);
    await new Migration20261122KnownReferences(orm.em.getDriver(), orm.config).up();
    expect(await usesOf(file.id)).toEqual(['renamed']);
  });

  it('H77: 3 MiB of nothing but keys is stored in time, and keeps nobody else waiting', async () => {
    const keys = Array.from({ length: 60_000 }, (_, n) => n.toString(36).padStart(16, '0')).join(' ');
    const ids: string[] = [];
    for (let project = 0; project < 3; project += 1)
      ids.push((await studio.project(owner, { title: `keys ${project}` })).id);
    const saveKeys = async (round: number) => save(ids[round] ?? '', { html: keys, css: keys, js: keys });
    expect(await leastStall(saveKeys)).toBeLessThan(100);
  });

  itAtNight(
    'H77: a save that names all files of an account takes a few times as long as one that names none of them',
    async () => {
      const rich = await studio.person();
      const file = await library.add(rich, 'one.txt');
      const keys = Array.from({ length: limits.filesPerAccount - 1 }, (_, n) => `${n + 1}`.padStart(16, 'k'));
      await sql`insert into assets (id, user_id, name, category, size, object_hash)
      select key, user_id, key || '.txt', category, size, object_hash from assets, unnest(${keys}::text[]) as key
      where assets.id = ${file.id}`.execute(tables());
      const { id } = await studio.project(rich);
      /** The fastest of five saves. The sixth on a connection is the first with a plan for any number of files. */
      const fastestMs = async (named: readonly string[]) => {
        const times: number[] = [];
        for (let round = 0; round < 11; round += 1) {
          const html = `${round} ${named.join(' ')}`;
          const began = performance.now();
          await studio.call('put', `/projects/${id}`, rich).send({ html }).expect(200);
          times.push(performance.now() - began);
        }
        return Math.min(...times.slice(6));
      };
      const ofNone = await fastestMs(keys.map((key) => key.replaceAll('k', 'n')));
      expect((await fastestMs(keys)) / ofNone).toBeLessThan(4);
      expect(await usesOf(keys.at(-1) ?? '', rich)).toHaveLength(1);
    },
  );
});
