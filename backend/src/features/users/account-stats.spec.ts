import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { ProjectViewsService } from '../projects/counters/project-views.service.js';

let studio: TestStudio;
let owner: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
});
afterAll(() => studio.stop());

const stats = async (who: Person) => (await studio.call('get', '/users/me/stats', who).expect(200)).body;

describe('statistics', () => {
  it('are zero for somebody new', async () => {
    expect(await stats(await studio.person())).toEqual({
      projects: 0,
      publicProjects: 0,
      likesReceived: 0,
      views: 0,
      forks: 0,
      storage: { totalUsed: 0, totalLimit: 1_073_741_824, assetCount: 0 },
    });
  });

  it('count one’s own projects, what others made of them, and the storage', async () => {
    const [reader, liker] = [await studio.person(), await studio.person()];
    const shared = await studio.project(owner, { isPublic: true });
    const also = await studio.project(owner, { isPublic: true });
    await studio.project(owner);
    const binned = await studio.project(owner, { isPublic: true });
    await studio.call('put', `/projects/${binned.id}/like`, liker).expect(200);
    await studio.call('delete', `/projects/${binned.id}`, owner).expect(204);
    for (const who of [reader, liker]) {
      await studio.call('put', `/projects/${shared.id}/like`, who).expect(200);
      await studio.call('get', `/projects/${also.id}`, who).expect(200);
    }
    await studio.call('post', `/projects/${shared.id}/fork`, reader).expect(201);
    await studio
      .call('post', '/assets/upload', owner)
      .attach('file', Buffer.from('a { color: red }'), 'style.css')
      .expect(201);
    await studio.studio.app.get(ProjectViewsService).flush();
    expect(await stats(owner)).toEqual({
      projects: 3,
      publicProjects: 2,
      likesReceived: 2,
      views: 2,
      forks: 1,
      storage: { totalUsed: 16, totalLimit: 1_073_741_824, assetCount: 1 },
    });
    expect(await stats(reader)).toMatchObject({ projects: 1, publicProjects: 0, forks: 0 });
  });

  it('need a session', async () => {
    await studio.call('get', '/users/me/stats').expect(401);
  });
});
