import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProjectSummary } from '@studio/contract/http/projects';
import { firstAdmin } from '../../../../test/support/studio/admin-actions.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let author: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  author = await studio.resident('Ada_L-1');
  await studio.project(author, { title: 'Clock', tags: ['time'], isPublic: true });
  await studio.project(author, { title: 'Calendar', tags: ['time', 'paper'], isPublic: true });
  await studio.project(author, { title: 'Diary' });
  await studio.project(await studio.resident('Ada_L'), { title: 'Copy of Clock', isPublic: true });
});
afterAll(() => studio.stop());

const list = (query: string, who?: Person) => studio.call('get', `/projects/public?${query}`, who);
async function titles(query: string, who?: Person): Promise<string[]> {
  const { body } = await list(query, who).expect(200);
  return body.data.map(({ title }: ProjectSummary) => title);
}

describe('the public projects of one author', () => {
  it('are theirs alone, without the private ones, for everybody: themselves too', async () => {
    const { body } = await list('author=Ada_L-1').expect(200);
    expect(body).toMatchObject({ total: 2, page: 1, totalPages: 1 });
    for (const project of body.data) expect(project).toMatchObject({ username: 'Ada_L-1', isPublic: true });
    expect(await titles('author=Ada_L-1', author)).toEqual(['Calendar', 'Clock']);
  });

  it('are found by the name in whatever case, as names are unique without it', async () => {
    for (const name of ['ADA_L-1', 'ada_l-1'])
      expect(await titles(`author=${name}`)).toEqual(['Calendar', 'Clock']);
  });

  it('are paged, sorted, searched and narrowed by tags like every list', async () => {
    expect(await titles('author=Ada_L-1&limit=1&page=2')).toEqual(['Clock']);
    expect((await list('author=Ada_L-1&limit=1&page=2')).body).toMatchObject({ total: 2, totalPages: 2 });
    expect(await titles('author=Ada_L-1&search=LEND')).toEqual(['Calendar']);
    expect(await titles('author=Ada_L-1&search=diary')).toEqual([]);
    expect(await titles('author=Ada_L-1&tags=time,paper')).toEqual(['Calendar']);
    const fan = await studio.person();
    const [, clock] = (await list('author=Ada_L-1')).body.data;
    await studio.call('put', `/projects/${clock.id}/like`, fan).expect(200);
    expect(await titles('author=Ada_L-1&sortBy=popular', fan)).toEqual(['Clock', 'Calendar']);
    expect((await list('author=Ada_L-1&search=clock', fan)).body.data[0]).toMatchObject({ isLiked: true });
  });

  it('of the welcome project’s author are asked for like any other', async () => {
    expect(await titles('author=Ada_L-1&search=Welcome to CodeStudio&limit=1')).toEqual([]);
    expect(await titles('author=admin&search=Welcome to CodeStudio&limit=1')).toEqual([
      'Welcome to CodeStudio',
    ]);
  });

  it('may be none: an author who has published nothing is not 404', async () => {
    const quiet = await studio.person();
    expect((await list(`author=${quiet.user.username}`).expect(200)).body).toMatchObject({
      data: [],
      total: 0,
    });
  });
});

describe('an author who is not there', () => {
  it('is 404, the same for nobody’s name and for somebody suspended, at once and until they are back', async () => {
    const admin = await firstAdmin(studio);
    const person = await studio.resident();
    const { username, id } = person.user;
    await studio.project(person, { title: 'Spam', isPublic: true });
    expect(await titles(`author=${username}`)).toEqual(['Spam']);
    const suspend = (suspended: boolean) =>
      studio
        .call('patch', `/admin/users/${id}/suspension`, admin)
        .send({ suspended, reason: 'Spam.' })
        .expect(200);
    await suspend(true);
    const { body: nobody } = await list('author=nobody-at-all').expect(404);
    for (const who of [undefined, author, admin]) {
      const { body } = await list(`author=${username}`, who).expect(404);
      expect({ ...body, requestId: '' }).toEqual({ ...nobody, requestId: '' });
    }
    await suspend(false);
    expect(await titles(`author=${username}`)).toEqual(['Spam']);
  });

  it.each(['__proto__', 'constructor', 'Ada_', '%41da_L%2D1x'])(
    'is 404 by a name that could be one: %s',
    async (name) => {
      await list(`author=${name}`).expect(404);
    },
  );

  it.each([
    '',
    'x',
    'x'.repeat(31),
    '..',
    '../../etc/passwd'.slice(0, 16),
    'a%2Fb',
    'a%00b',
    'Ada_L-1%20',
    'j%C3%B6rg',
    '%F0%9F%98%80%F0%9F%98%80',
    'Ada_L-1&author=admin',
    "a'or'1'='1",
  ])('is 400 by what is no name: %s', async (name) => {
    const { body } = await list(`author=${name}`).expect(400);
    expect(body.fields[0].path).toBe('author');
  });
});
