import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import { testLibrary } from '../../../../test/support/requests/test-library.js';
import { firstAdmin, suspend } from '../../../../test/support/studio/admin-actions.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { newId } from '../../../common/ids.js';

let studio: TestStudio;
let admin: Person;
let owner: Person;
let forker: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  admin = await firstAdmin(studio);
  [owner, forker] = [await studio.resident(), await studio.resident()];
});
afterAll(() => studio.stop());

const fork = (who: Person, { id }: Project) => studio.call('post', `/projects/${id}/fork`, who);
const read = (who: Person, { id }: Project) => studio.call('get', `/projects/${id}`, who);
const save = (who: Person, { id }: Project, fields: object) =>
  studio.call('put', `/projects/${id}`, who).send(fields);

/** What may happen to a project that was forked. */
const endings: Record<string, (source: Project) => Promise<unknown>> = {
  'is deleted': ({ id }) => studio.call('delete', `/projects/${id}`, owner).expect(204),
  'is made private': (source) => save(owner, source, { isPublic: false, html: 'a secret' }).expect(200),
  'is deleted by an admin, permanently': ({ id }) =>
    studio.call('delete', `/admin/projects/${id}`, admin).expect(204),
  'is taken down': async ({ id }) => {
    const filed = await studio
      .call('post', `/projects/${id}/report`, forker)
      .send({ reason: 'spam' })
      .expect(201);
    const path = `/admin/reports/${filed.body.id}/resolve`;
    await studio.call('post', path, admin).send({ action: 'remove' }).expect(200);
  },
};

describe('a fork', () => {
  it.each(Object.keys(endings))('H68 stays whole when its source %s', async (ending) => {
    const content = { title: 'S', html: '<p>', css: 'a{}', js: '1', description: 'd', tags: ['t'] };
    const source = await studio.project(owner, { ...content, isPublic: true, isEmbeddable: true });
    const { body: copy } = await fork(forker, source).expect(201);
    expect(copy).toMatchObject({ ...content, forkedFrom: source.id, userId: forker.user.id });
    expect(copy).toMatchObject({ isPublic: false, isEmbeddable: false, version: 1 });

    await endings[ending]?.(source);
    expect((await read(forker, copy).expect(200)).body).toEqual(copy);
    expect((await save(forker, copy, { isPublic: true }).expect(200)).body.isPublic).toBe(true);
    await read(await studio.person(), copy).expect(200);
    const { body: list } = await studio.call('get', `/projects/${copy.id}/revisions`, forker).expect(200);
    expect(list.data).toMatchObject([{ rev: 1, version: 1, kind: 'manual' }]);
    // The removed project cannot be forked any more, but its fork can.
    await fork(forker, source).expect(404);
    expect((await fork(owner, copy).expect(201)).body).toMatchObject({ ...content, forkedFrom: copy.id });
  });

  it('H68 begins at zero, whatever its source has, and counts for that one alone', async () => {
    const source = await studio.project(owner, { html: '<p>', isPublic: true });
    await studio.call('put', `/projects/${source.id}/like`, forker).expect(200);
    await studio.call('get', `/projects/${source.id}`).expect(200);
    const { body: first } = await fork(forker, source).expect(201);
    expect(first).toMatchObject({ views: 0, likes: 0, forkCount: 0, isLiked: false });
    await save(forker, first, { isPublic: true }).expect(200);
    const { body: second } = await fork(owner, first).expect(201);
    expect(second).toMatchObject({ views: 0, likes: 0, forkCount: 0, isLiked: false, forkedFrom: first.id });
    const counts = await Promise.all(
      [source, first].map(async (one) => (await read(owner, one)).body.forkCount),
    );
    expect(counts).toEqual([1, 1]);
  });

  it('H68 is of what may be read: not of another’s private one, nor of one’s own', async () => {
    const secret = await studio.project(owner, { isEmbeddable: true });
    const unknown = { ...secret, id: newId() };
    const [hidden, none] = [await fork(forker, secret).expect(404), await fork(forker, unknown).expect(404)];
    expect({ ...hidden.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
    const { body } = await fork(owner, secret).expect(403);
    expect(body.detail).toBe('Only public projects can be forked.');
    expect((await read(owner, secret).expect(200)).body.forkCount).toBe(0);
  });
});

describe('a copy of one’s own project', () => {
  const duplicate = (who: Person, { id }: Pick<Project, 'id'>) =>
    studio.call('post', `/projects/${id}/duplicate`, who);
  const content = { html: '<p>', css: 'a{}', js: '1', description: 'd', tags: ['t'] };

  it('keeps the title as a fork, and is called a copy as a duplicate', async () => {
    const source = await studio.project(owner, { ...content, title: 'Clock', isPublic: true });
    const { body: own } = await fork(owner, source).expect(201);
    expect(own).toMatchObject({ ...content, title: 'Clock', forkedFrom: source.id });
    const { body: copy } = await duplicate(owner, source).expect(201);
    expect(copy).toMatchObject({ ...content, title: 'Clock (copy)', forkedFrom: null });
    expect((await duplicate(owner, copy).expect(201)).body.title).toBe('Clock (copy 2)');
  });

  it('is made of a private one too: private, no fork of it, but of what that was forked from', async () => {
    const source = await studio.project(owner, { ...content, title: 'Mine', isEmbeddable: true });
    const { body: copy } = await duplicate(owner, source).expect(201);
    expect(copy).toMatchObject({ ...content, title: 'Mine (copy)', forkedFrom: null, version: 1 });
    expect(copy).toMatchObject({ isPublic: false, isEmbeddable: false, views: 0, likes: 0 });
    expect((await read(owner, source).expect(200)).body).toEqual(source);

    const shown = await studio.project(forker, { ...content, isPublic: true });
    const { body: forked } = await fork(owner, shown).expect(201);
    expect((await duplicate(owner, forked).expect(201)).body.forkedFrom).toBe(shown.id);
    expect((await read(owner, shown).expect(200)).body.forkCount).toBe(1);
  });

  it('is not made of somebody else’s, nor of what was taken down', async () => {
    const [secret, shown] = [
      await studio.project(owner, content),
      await studio.project(owner, { ...content, isPublic: true }),
    ];
    await duplicate(forker, secret).expect(404);
    expect((await duplicate(forker, shown).expect(403)).body.code).toBe('forbidden');
    await endings['is taken down']?.(shown);
    expect((await duplicate(owner, shown).expect(403)).body.code).toBe('taken_down');
    const trashed = await studio.project(owner, content);
    await studio.call('delete', `/projects/${trashed.id}`, owner).expect(204);
    await duplicate(owner, trashed).expect(404);
  });
});

describe('at the same moment', () => {
  it('H68 a fork and the end of its source leave a whole fork, or none', async () => {
    for (const ending of Object.values(endings).slice(0, 3)) {
      const source = await studio.project(owner, { html: 'whole', isPublic: true });
      const responses = await Promise.all([
        ...Array.from({ length: 6 }, () => fork(forker, source)),
        ending(source),
      ]);
      for (const response of responses.slice(0, 6) as Awaited<ReturnType<typeof fork>>[]) {
        expect([201, 404]).toContain(response.status);
        if (response.status === 201)
          expect((await read(forker, response.body).expect(200)).body.html).toBe('whole');
      }
    }
  });

  it('H68 forks of one’s own project and one’s suspension wait for each other, and none fails', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await studio.person();
      const asset = await testLibrary(studio).add(person, 'a.txt');
      const source = await studio.project(person, { html: asset.url, isPublic: true });
      const forks = Array.from({ length: 6 }, () => fork(person, source));
      const [suspended, ...forked] = await Promise.all([suspend(studio, admin, person), ...forks]);
      expect(suspended.status).toBe(200);
      for (const { status } of forked) expect([201, 401, 403, 404]).toContain(status);
    }
  });
});
