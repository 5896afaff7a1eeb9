import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let owner: Person;
let other: Person;
let admin: Person;
let secret: Project;
let open: Project;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
  other = await studio.person();
  admin = await signIn(studio, 'admin@studio.local', adminPassword);
  secret = await studio.project(owner, { title: 'Secret', html: 'hidden text' });
  open = await studio.project(owner, { title: 'Open', isPublic: true });
});
afterAll(() => studio.stop());

const verbs = [
  ['get', ''],
  ['get', '?for_embed=true'],
  ['get', '/summary'],
  ['put', ''],
  ['delete', ''],
  ['post', '/restore'],
  ['post', '/fork'],
  ['post', '/like'],
  ['put', '/like'],
  ['delete', '/like'],
] as const;

describe('another’s private project', () => {
  it.each(verbs)('looks exactly like a missing one: %s %s', async (method, suffix) => {
    const ask = async (id: string) => {
      const response = await studio.call(method, `/projects/${id}${suffix}`, other).send({});
      return { status: response.status, body: { ...response.body, requestId: '' } };
    };
    const hidden = await ask(secret.id);
    expect(hidden).toEqual(await ask('0000000000000000'));
    expect(hidden).toEqual(await ask('no-such-id'));
    expect(hidden.status).toBe(404);
    const after = await studio.call('get', `/projects/${secret.id}`, owner).expect(200);
    expect(after.body).toEqual(secret);
  });

  it('is not in any list, nor found by its text or owner', async () => {
    for (const search of ['Secret', owner.user.username]) {
      const response = await studio.call('get', `/projects/public?search=${search}`, other).expect(200);
      expect(response.body.data.map(({ id }: Project) => id)).not.toContain(secret.id);
    }
    const own = await studio.call('get', '/projects', other).expect(200);
    expect(own.body.data).toEqual([]);
  });

  it('cannot be read without signing in, but its deletion needs a session first', async () => {
    await studio.call('get', `/projects/${secret.id}`).expect(404);
    for (const [method, suffix] of verbs.slice(3))
      await studio.call(method, `/projects/${secret.id}${suffix}`).expect(401);
  });
});

describe('what a link to a project shows before anybody signs in', () => {
  const summary = (id: string, who?: Person) => studio.call('get', `/projects/${id}/summary`, who);

  it('is what a list has of a public project, without its sources, and it is no view', async () => {
    const { body: list } = await studio.call('get', '/projects/public?search=Open').expect(200);
    const { body } = await summary(open.id).expect(200);
    expect(body).toEqual(list.data[0]);
    expect(body).toMatchObject({ title: 'Open', username: owner.user.username, views: 0 });
    expect(body).not.toHaveProperty('html');
    expect((await summary(secret.id, owner).expect(200)).body.title).toBe('Secret');
  });

  it('is nothing of one that is private, embeddable alone, in the trash or not there', async () => {
    const embeddable = await studio.project(owner, { isEmbeddable: true });
    const trashed = await studio.project(owner, { isPublic: true });
    await studio.call('delete', `/projects/${trashed.id}`, owner).expect(204);
    const bodies = await Promise.all(
      [secret.id, embeddable.id, trashed.id, '0000000000000000'].map(async (id) => {
        const { body } = await summary(id).expect(404);
        return { ...body, requestId: '' };
      }),
    );
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });
});

describe('another’s public project', () => {
  it('can be read by anybody, changed by nobody else', async () => {
    await studio.call('get', `/projects/${open.id}`).expect(200);
    const refused = await studio
      .call('put', `/projects/${open.id}`, other)
      .send({ title: 'Mine' })
      .expect(403);
    expect(refused.body.code).toBe('forbidden');
    await studio.call('delete', `/projects/${open.id}`, other).expect(403);
    await studio.call('post', `/projects/${open.id}/restore`, other).expect(404);
  });

  it('shows nothing of its owner but the name', async () => {
    const response = await studio.call('get', `/projects/${open.id}`).expect(200);
    expect(JSON.stringify(response.body)).not.toContain('@');
    expect(response.body.username).toBe(owner.user.username);
  });
});

describe('an admin', () => {
  it('reads any project, but changes none', async () => {
    await studio.call('get', `/projects/${secret.id}`, admin).expect(200);
    await studio.call('put', `/projects/${secret.id}`, admin).send({ title: 'x' }).expect(403);
    await studio.call('delete', `/projects/${secret.id}`, admin).expect(403);
  });

  it('leaves no like on a project that is private', async () => {
    for (const method of ['post', 'put'] as const)
      await studio.call(method, `/projects/${secret.id}/like`, admin).expect(403);
    const { body } = await studio.call('get', `/projects/${secret.id}`, owner).expect(200);
    expect(body.likes).toBe(0);
  });
});

describe('embedding', () => {
  it('is open to anybody where it is enabled, public or not, and carries only what an embed needs', async () => {
    const project = await studio.project(owner, { title: 'E', html: '<p>', isEmbeddable: true });
    const response = await studio.call('get', `/projects/${project.id}?for_embed=true`).expect(200);
    expect(response.body).toEqual({
      id: project.id,
      title: 'E',
      html: '<p>',
      css: '',
      js: '',
      frameworkConfig: project.frameworkConfig,
      version: 1,
    });
    await studio.call('get', `/projects/${project.id}`).expect(404);
    await studio.call('put', `/projects/${project.id}`, owner).send({ isEmbeddable: false }).expect(200);
    await studio.call('get', `/projects/${project.id}?for_embed=true`).expect(404);
    await studio.call('get', `/projects/${open.id}?for_embed=true`).expect(404);
  });

  it('needs no token, so that a dead one changes nothing', async () => {
    const project = await studio.project(owner, { title: 'E', isEmbeddable: true });
    const gone = await studio.person();
    await studio.call('post', '/auth/logout', gone).expect(204);
    await studio.call('get', `/projects/${project.id}?for_embed=true`, gone).expect(200);
    await studio.call('get', `/projects/${open.id}`, gone).expect(401);
  });
});

describe('fields that nobody may set', () => {
  it('are ignored', async () => {
    const forged = {
      id: '0000000000000000',
      userId: other.user.id,
      username: 'x',
      views: 9,
      likes: 9,
      forkCount: 9,
      isLiked: true,
      version: 9,
      forkedFrom: open.id,
      createdAt: '2001-01-01T00:00:00Z',
      isAdmin: true,
      ['__proto__']: { isAdmin: true },
      constructor: { prototype: { isAdmin: true } },
    };
    const made = await studio.call('post', '/projects', owner).send(forged).expect(201);
    expect(made.body).toMatchObject({ userId: owner.user.id, views: 0, likes: 0, forkCount: 0, version: 1 });
    expect(made.body).toMatchObject({ forkedFrom: null, isLiked: false, username: owner.user.username });
    const saved = await studio
      .call('put', `/projects/${made.body.id}`, owner)
      .send({ ...forged, title: 'Saved' })
      .expect(200);
    expect(saved.body).toMatchObject({ id: made.body.id, userId: owner.user.id, views: 0, version: 2 });
    expect(saved.body.createdAt).toBe(made.body.createdAt);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
