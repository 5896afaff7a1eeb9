import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { ProjectSummary } from '@studio/contract/http/projects';
import { type CompiledQuery, type KyselyPlugin, sql as statement } from 'kysely';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { Database } from '../../../database/database.js';
import { ProjectViewsService } from '../counters/project-views.service.js';

let studio: TestStudio;
let owner: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person('Björn-no'.replace('ö', 'o'));
  await studio.project(owner, { title: '100% wool', tags: ['a', 'b'], isPublic: true });
  await studio.project(owner, {
    title: 'snake_case',
    description: 'Back\\slash',
    tags: ['a'],
    isPublic: true,
  });
  await studio.project(owner, { title: 'ÄRGER', tags: ['b'], isPublic: true, html: 'findme' });
  await studio.project(owner, { title: 'Private one', tags: ['a'] });
});
afterAll(() => studio.stop());

async function titles(path: string, who?: Person): Promise<string[]> {
  const response = await studio.call('get', path, who).expect(200);
  return response.body.data.map(({ title }: ProjectSummary) => title);
}
const found = (search: string) => titles(`/projects/public?search=${encodeURIComponent(search)}`);

/** Stores this many copies of a project, titled by number. */
const copies = (id: string, count: number) =>
  statement`insert into projects select (jsonb_populate_record(p, jsonb_build_object(
      'id', 'copy' || lpad(n::text, 12, '0'), 'title', p.title || ' ' || n))).*
    from projects p, generate_series(1, ${count}::int) n where p.id = ${id}`;

/** The statements about projects that the studio sends to the database meanwhile. */
async function statementsOf(work: () => PromiseLike<unknown>) {
  const database = studio.studio.app.get(Database);
  const { sql } = database;
  const sent: Pick<CompiledQuery, 'sql' | 'parameters'>[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql: text, parameters } = sql.getExecutor().compileQuery(node, queryId);
      if (text.includes('projects')) sent.push({ sql: text, parameters });
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const recorded = jest.spyOn(database, 'sql', 'get').mockReturnValue(sql.withPlugin(recorder));
  await work();
  recorded.mockRestore();
  return sent;
}

describe('the public list', () => {
  it('starts with the welcome project', async () => {
    const response = await studio
      .call('get', '/projects/public?search=Welcome to CodeStudio&limit=1')
      .expect(200);
    expect(response.body.data[0]).toMatchObject({
      title: 'Welcome to CodeStudio',
      tags: ['welcome', 'demo'],
      isPublic: true,
      isEmbeddable: true,
      username: 'admin',
    });
  });

  it('carries no sources and no private project', async () => {
    const response = await studio.call('get', '/projects/public').expect(200);
    expect(response.body).toMatchObject({ total: 4, page: 1, limit: 20, totalPages: 1 });
    for (const project of response.body.data) {
      expect(project).not.toHaveProperty('html');
      expect(project.isPublic).toBe(true);
    }
  });

  it('takes a search literally, without regard to case, in title, description and author', async () => {
    expect(await found('%')).toEqual(['100% wool']);
    expect(await found('_')).toEqual(['snake_case']);
    expect(await found('\\')).toEqual(['snake_case']);
    expect(await found('WOOL')).toEqual(['100% wool']);
    expect(await found('ärger')).toEqual(['ÄRGER']);
    expect(await found('bJORN-')).toHaveLength(3);
    expect(await found('findme')).toEqual([]);
    expect(await found("' or 1=1 -- & | ! <->")).toEqual([]);
    expect(await found('%a'.repeat(100))).toEqual([]);
  });

  it('finds among very many those that contain the whole search, by text or author, with their number', async () => {
    const writer = await studio.resident();
    const { id } = await studio.project(writer, { title: 'Murmuration', isPublic: true });
    const { sql } = studio.studio.app.get(Database);
    await copies(id, 1_100).execute(sql);
    const page = async (search: string) =>
      (await studio.call('get', `/projects/public?search=${search}&page=2`).expect(200)).body;
    expect(await page('Murmuration')).toMatchObject({ total: 1_101, totalPages: 56 });
    expect((await page('Murmuration')).data).toHaveLength(20);
    expect(await page(writer.user.username)).toMatchObject({ total: 1_101, totalPages: 56 });
    expect(await page('MURmurATIONs')).toMatchObject({ total: 0 });
    expect(await found('URmuration 1100')).toEqual(['Murmuration 1100']);
    // It contains all trigrams in this order, but not the whole text.
    expect(await found('murration 1100')).toEqual([]);
    await sql.deleteFrom('projects').where('user_id', '=', writer.user.id).execute();
  });

  it.each(['search=nightingale', 'search=nightingale&tags=birds'])(
    'H10: is searched in the same way, whatever is in private and deleted projects: %s',
    async (query) => {
      const writer = await studio.resident();
      // Responses to signed-in users are not cached.
      const search = () =>
        statementsOf(() => studio.call('get', `/projects/public?${query}`, writer).expect(200));
      const unknown = await search();
      const { id } = await studio.project(writer, { description: 'Nightingale', tags: ['birds'] });
      const { sql } = studio.studio.app.get(Database);
      await copies(id, 1_100).execute(sql);
      const change = (fields: object) =>
        sql.updateTable('projects').set(fields).where('user_id', '=', writer.user.id).execute();
      expect(await search()).toEqual(unknown);
      await change({ is_public: true, deleted_at: new Date() });
      expect(await search()).toEqual(unknown);
      await change({ deleted_at: null });
      expect(await search()).not.toEqual(unknown);
      await sql.deleteFrom('projects').where('user_id', '=', writer.user.id).execute();
    },
  );

  it('finds a project by what it is called now', async () => {
    const writer = await studio.resident();
    const project = await studio.project(writer, { title: 'Caterpillar', isPublic: true });
    const save = (fields: object) =>
      studio.call('put', `/projects/${project.id}`, writer).send(fields).expect(200);
    await save({ title: 'Butterfly', description: 'It was a LARVA' });
    expect(await found('caterpillar')).toEqual([]);
    expect(await found('terfl')).toEqual(['Butterfly']);
    expect(await found('a larva')).toEqual(['Butterfly']);
    await save({ isPublic: false, description: '' });
    expect(await found('larva')).toEqual([]);
    expect(await found('butterfly')).toEqual([]);
  });

  it('finds a project by a part of a tag, of those that it has now', async () => {
    const writer = await studio.resident();
    const tagged = { title: 'Gears', tags: ['Animation', 'svg icons'], isPublic: true };
    const { id } = await studio.project(writer, tagged);
    const secret = await studio.project(writer, { title: 'Cogs', tags: ['animation'] });
    for (const search of ['anim', 'MATION', 'g ico']) expect(await found(search)).toEqual(['Gears']);
    expect(await found('animationsvg')).toEqual([]);
    const asked = '/projects?search=anim&sortBy=recent';
    expect(await titles(asked, writer)).toEqual(['Cogs', 'Gears']);
    expect(await titles(`/projects/public?author=${writer.user.username}&search=svg`)).toEqual(['Gears']);
    await studio
      .call('put', `/projects/${id}`, writer)
      .send({ tags: ['clockwork'] })
      .expect(200);
    await studio.call('put', `/projects/${secret.id}`, writer).send({ tags: [] }).expect(200);
    expect(await found('anim')).toEqual([]);
    expect(await titles(asked, writer)).toEqual([]);
    expect(await found('clockw')).toEqual(['Gears']);
    await studio.call('delete', `/projects/${id}`, writer).expect(204);
  });

  it('finds among very many those with a matching tag', async () => {
    const writer = await studio.resident();
    const { id } = await studio.project(writer, { title: 'Flock', tags: ['murmurations'], isPublic: true });
    const { sql } = studio.studio.app.get(Database);
    await copies(id, 1_100).execute(sql);
    const { body } = await studio.call('get', '/projects/public?search=urmurat&page=2').expect(200);
    expect(body).toMatchObject({ total: 1_101, totalPages: 56 });
    expect(body.data).toHaveLength(20);
    await sql.deleteFrom('projects').where('user_id', '=', writer.user.id).execute();
  });

  it('takes tags that must all match', async () => {
    expect(await titles('/projects/public?tags=a,b')).toEqual(['100% wool']);
    expect(await titles('/projects/public?tags=b, ,')).toEqual(['ÄRGER', '100% wool']);
    expect(await titles('/projects/public?tags=A')).toEqual([]);
  });

  it('sorts by newest change, likes, views and forks', async () => {
    const reader = await studio.person();
    const all = await studio.call('get', '/projects/public').expect(200);
    const idOf = (title: string) =>
      all.body.data.find((project: ProjectSummary) => project.title === title).id;
    await studio.call('post', `/projects/${idOf('100% wool')}/like`, reader).expect(200);
    await studio.call('get', `/projects/${idOf('snake_case')}`, reader).expect(200);
    await studio.studio.app.get(ProjectViewsService).flush();
    await studio.call('post', `/projects/${idOf('ÄRGER')}/fork`, reader).expect(201);
    expect((await titles('/projects/public'))[0]).toBe('ÄRGER');
    expect((await titles('/projects/public?sortBy=popular'))[0]).toBe('100% wool');
    expect((await titles('/projects/public?sortBy=views'))[0]).toBe('snake_case');
    expect((await titles('/projects/public?sortBy=forks'))[0]).toBe('ÄRGER');
    const liked = await studio.call('get', '/projects/public?sortBy=popular', reader).expect(200);
    expect(liked.body.data[0]).toMatchObject({ isLiked: true, likes: 1 });
    expect(liked.body.data[1]).toMatchObject({ isLiked: false });
  });

  it('comes in pages that never overlap', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => titles(`/projects/public?limit=2&page=${page}`)));
    expect(pages.map((page) => page.length)).toEqual([2, 2, 0]);
    expect(new Set(pages.flat()).size).toBe(4);
  });

  it('has every field of the contract and no other, whatever another version of the studio has stored', async () => {
    const author = await studio.person();
    const { id } = await studio.project(author, { isPublic: true });
    await statement`update projects set framework_config = '{"framework":"vue","unheardOf":1}' where id = ${id}`.execute(
      studio.studio.app.get(Database).sql,
    );
    for (const list of ['/projects', `/projects/public?author=${author.user.username}`]) {
      const { body } = await studio.call('get', list, author).expect(200);
      expect(body.data[0].frameworkConfig).toEqual({ ...defaultFrameworkConfig, framework: 'vue' });
    }
  });
});

describe('one’s own list', () => {
  it('has the private ones too, newest change first', async () => {
    expect(await titles('/projects', owner)).toEqual(['Private one', 'ÄRGER', 'snake_case', '100% wool']);
    expect(await titles('/projects?tags=a&sortBy=recent', owner)).toEqual([
      'Private one',
      'snake_case',
      '100% wool',
    ]);
  });

  it('needs a session', async () => {
    await studio.call('get', '/projects').expect(401);
  });
});

describe('a list that is asked for oddly', () => {
  it.each([
    'limit=0',
    'limit=101',
    'limit=1e9',
    'limit=-1',
    'limit=NaN',
    'limit=',
    'limit=1&limit=2',
    'page=0',
    'page=-1',
    'page=9007199254740993',
    'page=1.5',
    'sortBy=newest',
    'sortBy=__proto__',
    'search=%00',
    'tags=%00',
    'search=a&search=b',
    `search=${'x'.repeat(201)}`,
    `search=${'tag '.repeat(300)}`,
    `tags=${Array.from({ length: 300 }, (_, n) => n % 10).join(',')}`,
    `tags=${Array.from({ length: 21 }, (_, n) => n).join(',')}`,
  ])('is 400 and names what is odd: %s', async (query) => {
    const response = await studio.call('get', `/projects/public?${query}`).expect(400);
    expect(response.body.fields[0].path).toBe(query.split('=')[0]);
  });

  it.each(['limit=-1', 'limit=101', 'limit=1&limit=2'])('says what a number has to be: %s', async (query) => {
    const { body } = await studio.call('get', `/projects/public?${query}`).expect(400);
    expect(body.fields[0].message).toContain('must be given once, as a whole number from 1 to 100');
  });
});

describe('the welcome project', () => {
  it('H24, H65: never gives a newcomer a stranger’s project for the welcome', async () => {
    const lookup = '/projects/public?search=Welcome to CodeStudio&limit=1';
    const { body: welcome } = await studio.call('get', lookup).expect(200);
    const stranger = await studio.resident();
    await studio.project(stranger, { title: 'Welcome to CodeStudio', isPublic: true });
    expect((await studio.call('get', lookup)).body).toEqual(welcome);
    expect((await studio.call('get', lookup, stranger)).body.data[0].id).toBe(welcome.data[0].id);
    expect((await found('Welcome to CodeStudio')).length).toBe(2);

    const admin = await signIn(studio, studio.config.adminEmail, adminPassword);
    const show = (isPublic: boolean) =>
      studio.call('put', `/projects/${welcome.data[0].id}`, admin).send({ isPublic }).expect(200);
    await show(false);
    expect((await studio.call('get', lookup)).body).toMatchObject({ data: [], total: 0 });
    await show(true);
  });
});
