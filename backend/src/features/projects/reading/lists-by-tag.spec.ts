import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Project, type ProjectSummary, projectSorts } from '@studio/contract/http/projects';
import * as fc from 'fast-check';
import { randomRuns } from '../../../../test/support/random-runs.js';
import { firstAdmin, suspend } from '../../../../test/support/studio/admin-actions.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;
let owner: Person;
let reader: Person;
let admin: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  [owner, reader, admin] = await Promise.all([studio.resident(), studio.person(), firstAdmin(studio)]);
});
afterAll(() => studio.stop());

const database = () => studio.studio.app.get(Database);
/** With an account, so that no response is cached. */
const list = async (query: string) =>
  (await studio.call('get', `/projects/public?${query}`, reader).expect(200)).body;
/** The total from a full page, whose own length does not give it. */
const totalOf = async (tags: string): Promise<number> => (await list(`limit=1&tags=${tags}`)).total;
const put = ({ id }: Project, fields: object) =>
  studio.call('put', `/projects/${id}`, owner).send(fields).expect(200);

/** The values that lists are sorted by: counters from zero to very high, often nearly equal. */
const sortedValues = {
  tags: fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 3 }),
  is_public: fc.constantFrom(true, true, true, false),
  deleted_at: fc.constantFrom(null, null, null, new Date('2026-10-01')),
  updated_at: fc
    .oneof(fc.nat(300), fc.nat(30_000))
    .map((second) => new Date(1_790_000_000_000 + second * 1_000)),
  likes: fc.constantFrom(0, 1, 999, 1_000, 1_001, 40_000, 40_010),
  views: fc.constantFrom(0, 7, 998, 1_003, 2_000_000_000),
  fork_count: fc.nat(2),
};
/** Mostly one change at a time. */
const change = fc.oneof(
  fc.record(sortedValues),
  ...Object.entries(sortedValues).map(([column, value]) =>
    fc.record({ [column]: value as fc.Arbitrary<unknown> }),
  ),
);
const changes = fc.array(fc.tuple(fc.nat(11), change), { minLength: 10, maxLength: 40 });

describe('a list by tags', () => {
  it('is what the whole list has of them, in each order, whatever was changed', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 12; made += 1)
      ids.push((await studio.project(owner, { isPublic: true, tags: ['x'] })).id);
    const expectSame = async (all: ProjectSummary[], sort: string, wanted: string[]) => {
      const having = all.filter((project) => wanted.every((tag) => project.tags.includes(tag)));
      const { data, total } = await list(`limit=100&sortBy=${sort}&tags=${wanted.join()}`);
      expect(data).toEqual(having);
      expect(total).toBe(having.length);
      if (total > 0) expect(await totalOf(wanted.join())).toBe(total);
    };
    await fc.assert(
      fc.asyncProperty(changes, async (made) => {
        for (const [which, values] of made)
          await database()
            .sql.updateTable('projects')
            .set(values)
            .where('id', '=', String(ids[which]))
            .execute();
        for (const sort of projectSorts) {
          const { data } = await list(`limit=100&sortBy=${sort}`);
          for (const wanted of [['x'], ['y'], ['z'], ['x', 'y']]) await expectSame(data, sort, wanted);
        }
      }),
      randomRuns(6),
    );
  }, 120_000);

  it('counts right after each act that shows, hides or ends a project, by its owner or a moderator', async () => {
    const tagged = { isPublic: true, tags: ['counted', 'other'] };
    await studio.project(owner, tagged);
    const project = await studio.project(owner, { tags: ['counted'] });
    const call = (method: 'post' | 'delete', path = '') =>
      studio.call(method, `/projects/${project.id}${path}`, owner);
    const expectTotal = async (total: number) => {
      expect(await totalOf('counted')).toBe(total);
      expect((await list('tags=counted')).data).toHaveLength(total);
    };
    await expectTotal(1);
    await put(project, { isPublic: true });
    await expectTotal(2);
    await put(project, { tags: ['other'] });
    await expectTotal(1);
    expect(await totalOf('other')).toBe(2);
    await put(project, { tags: ['counted'], html: 'new' });
    await expectTotal(2);
    await call('delete').expect(204);
    await expectTotal(1);
    await call('post', '/restore').expect(200);
    await expectTotal(2);
    await studio.call('post', `/projects/${project.id}/fork`, reader).expect(201);
    await expectTotal(2);

    const report = await studio
      .call('post', `/projects/${project.id}/report`, reader)
      .send({ reason: 'spam' })
      .expect(201);
    const decide = (action: string) =>
      studio
        .call('post', `/admin/reports/${report.body.id}/resolve`, admin)
        .send({ action, note: 'As seen.' });
    await decide('remove').expect(200);
    await expectTotal(1);
    await suspend(studio, admin, owner).expect(200);
    await expectTotal(0);
    await suspend(studio, admin, owner, false).expect(200);
    await expectTotal(1);

    const back = await signIn(studio, owner.user.email, owner.password);
    const last = await studio.project(back, tagged);
    await expectTotal(2);
    await studio.call('delete', `/admin/projects/${last.id}`, admin).expect(204);
    await expectTotal(1);
    await database().sql.deleteFrom('users').where('id', '=', owner.user.id).execute();
    await expectTotal(0);
    expect(await totalOf('other')).toBe(0);
  });
});

/** Only on PostgreSQL: two transactions at once need two connections, and the embedded database has one. */
const itOnPostgres = process.env['DATABASE_URL'] ? it : it.skip;

describe('people who give their projects the same tags at once', () => {
  itOnPostgres('never wait for each other, and are all counted', async () => {
    const author = await studio.resident();
    const made = () => studio.project(author, { isPublic: true, tags: ['shared', 'first'] });
    const [held, free] = [await made(), await made()];
    const retag = (id: string, given: string[]) =>
      database().sql.updateTable('projects').set({ tags: given }).where('id', '=', id).execute();
    await database().transaction(async () => {
      await retag(held.id, ['new', 'shared']);
      const response = await studio
        .call('put', `/projects/${free.id}`, author)
        .send({ tags: ['shared', 'new', 'newer'] });
      expect(response.status).toBe(200);
      expect([await totalOf('shared'), await totalOf('new'), await totalOf('first')]).toEqual([2, 1, 1]);
    });
    expect([await totalOf('shared'), await totalOf('new'), await totalOf('first')]).toEqual([2, 2, 0]);
    await retag(held.id, []);
    await retag(free.id, []);
    const rows = database().sql.selectFrom('project_tag_totals').selectAll().where('tag', '=', 'shared');
    expect(await rows.execute()).toEqual([]);
  });
});
