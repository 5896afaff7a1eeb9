import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;
let owner: Person;
let project: Project;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
  project = await studio.project(owner, { title: 'First', isPublic: true, isEmbeddable: true });
});
afterAll(() => studio.stop());

const get = (path: string, who?: Person) => studio.call('get', path, who);
const titles = async () => {
  const { body } = await get('/projects/public').expect(200);
  return body.data.map(({ title }: Project) => title);
};
const save = (fields: object) =>
  studio.call('put', `/projects/${project.id}`, owner).send(fields).expect(200);

describe('what somebody without an account reads', () => {
  it('is the newest at once, on the replica that changed it', async () => {
    expect(await titles()).toContain('First');
    await get(`/projects/${project.id}`).expect(200);
    await get(`/projects/${project.id}?for_embed=true`).expect(200);

    await save({ title: 'Second' });
    expect(await titles()).toContain('Second');
    expect((await get(`/projects/${project.id}`)).body.title).toBe('Second');
    expect((await get(`/projects/${project.id}?for_embed=true`)).body.title).toBe('Second');

    await studio.call('put', `/projects/${project.id}/like`, await studio.person()).expect(200);
    expect((await get(`/projects/${project.id}`)).body.likes).toBe(1);

    await save({ isPublic: false, isEmbeddable: false });
    expect(await titles()).not.toContain('Second');
    await get(`/projects/${project.id}`).expect(404);
    await get(`/projects/${project.id}?for_embed=true`).expect(404);

    await save({ isPublic: true, isEmbeddable: true });
    expect(await titles()).toContain('Second');
    await get(`/projects/${project.id}?for_embed=true`).expect(200);
  });

  it('is what another replica changed within a second', async () => {
    expect(await titles()).toContain('Second');
    const elsewhere = studio.studio.app.get(Database).sql;
    await elsewhere.updateTable('projects').set({ title: 'Third' }).where('id', '=', project.id).execute();
    await until(async () => (await titles()).includes('Third'));
    expect((await get(`/projects/${project.id}`)).body.title).toBe('Third');
  });

  it('is kept by a browser, and not sent again to who has it, however that is asked', async () => {
    for (const path of ['/projects/public', `/projects/${project.id}`]) {
      const { headers } = await get(path).expect(200);
      expect(headers['cache-control']).toMatch(/(^|, )no-cache$/);
      const known = () => get(path).set('If-None-Match', String(headers['etag']));
      await known().expect(304);
      // What the browser's own `fetch` makes of that header.
      await known().set('Cache-Control', 'no-cache').set('Pragma', 'no-cache').expect(304);
    }
    const own = await get(`/projects/${project.id}`, owner).expect(200);
    expect(own.headers['cache-control']).toBe('no-store');
  });

  it('never tells what somebody with an account reads', async () => {
    const fan = await studio.person();
    await studio.call('put', `/projects/${project.id}/like`, fan).expect(200);
    expect((await get(`/projects/${project.id}`, fan)).body.isLiked).toBe(true);
    expect((await get(`/projects/${project.id}`)).body.isLiked).toBe(false);
    expect((await get(`/projects/${project.id}`, fan)).body.isLiked).toBe(true);
  });
});

describe('the total of the public list', () => {
  it('follows whatever makes a project public or takes it away', async () => {
    const total = async () => (await get('/projects/public?limit=1', owner)).body.total;
    const before = await total();
    const { id } = await studio.project(owner, { isPublic: true });
    await studio.project(owner);
    expect(await total()).toBe(before + 1);
    await studio.call('put', `/projects/${id}`, owner).send({ isPublic: false }).expect(200);
    expect(await total()).toBe(before);
    await studio.call('put', `/projects/${id}`, owner).send({ isPublic: true, title: 'Back' }).expect(200);
    expect(await total()).toBe(before + 1);
    await studio.call('delete', `/projects/${id}`, owner).expect(204);
    expect(await total()).toBe(before);
    await studio.call('post', `/projects/${id}/restore`, owner).expect(200);
    expect(await total()).toBe(before + 1);
    await studio.studio.app.get(Database).sql.deleteFrom('users').where('id', '=', owner.user.id).execute();
    const { body } = await get('/projects/public?limit=2');
    // The welcome project is the admin's.
    expect(body.total).toBe(1);
  });
});
