import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import { cutOff } from '../../../../test/support/requests/cut-off.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';

let studio: TestStudio;
let author: Person;
let reader: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  [author, reader] = [await studio.resident(), await studio.resident()];
});
afterAll(() => studio.stop());

/** A request that creates something from the author's project: its path, body and sender, and where the created is. */
interface Creation {
  path: string;
  body: object;
  who: Person;
  /** The ids of all that such requests have created. */
  created(): Promise<string[]>;
  remove(id: string): Promise<unknown>;
}

const content = { title: 'Source', html: '<p>here</p>', isPublic: true };

const ownProjects = (who: Person, besides: Project) => async () => {
  const { body } = await studio.call('get', '/projects?limit=100', who).expect(200);
  return (body.data as Project[]).map(({ id }) => id).filter((id) => id !== besides.id);
};
const removeProject = (who: Person) => (id: string) =>
  studio.call('delete', `/projects/${id}`, who).expect(204);

/** Each with a project and a person of its own. */
const creations: Record<string, (source: Project, owner: Person, other: Person) => Promise<Creation>> = {
  'a fork': async (source, _owner, other) => ({
    path: `/projects/${source.id}/fork`,
    body: {},
    who: other,
    created: ownProjects(other, source),
    remove: removeProject(other),
  }),
  'a duplicate': async (source, owner) => ({
    path: `/projects/${source.id}/duplicate`,
    body: {},
    who: owner,
    created: ownProjects(owner, source),
    remove: removeProject(owner),
  }),
  'a link': async (source, owner) => ({
    path: `/projects/${source.id}/links`,
    body: { name: 'Class' },
    who: owner,
    async created() {
      const { body } = await studio.call('get', `/projects/${source.id}/links`, owner).expect(200);
      return (body.links as { id: string }[]).map(({ id }) => id);
    },
    remove: (id) => studio.call('delete', `/projects/${source.id}/links/${id}`, owner).expect(204),
  }),
  'a fork by a link': async (source, owner, other) => {
    const made = studio.call('post', `/projects/${source.id}/links`, owner).send({ name: 'Class' });
    const { secret } = (await made.expect(201)).body;
    return {
      path: '/links/fork',
      body: { secret },
      who: other,
      created: ownProjects(other, source),
      remove: removeProject(other),
    };
  },
};

const send = ({ path, body, who }: Pick<Creation, 'path' | 'body' | 'who'>, key: string) =>
  studio.call('post', path, who).set('idempotency-key', key).send(body);

describe.each(Object.keys(creations))('the Idempotency-Key of %s', (what) => {
  async function begin() {
    const [owner, other] = [await studio.resident(), await studio.resident()];
    const source = await studio.project(owner, content);
    const creation = await creations[what]?.(source, owner, other);
    if (!creation) throw new Error(`No request for ${what}`);
    return { source, owner, creation };
  }

  it('H33 makes one of ten requests at once, and another one for another key', async () => {
    const { source, owner, creation } = await begin();
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(creation, 'once')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body.id))).toEqual(new Set(await creation.created()));
    expect(await creation.created()).toHaveLength(1);
    const { body } = await studio.call('get', `/projects/${source.id}`, owner).expect(200);
    expect(body.forkCount).toBe(what.includes('fork') ? 1 : 0);
    await send(creation, 'twice').expect(201);
    expect(await creation.created()).toHaveLength(2);
  });

  it('H33 makes one where the response was cut off, whenever, and the request is repeated', async () => {
    const { creation } = await begin();
    for (let round = 0; round < 10; round++) {
      await cutOff(studio, { ...creation, key: `round ${round}` }, round);
      const { body } = await send(creation, `round ${round}`).expect(201);
      const created = await creation.created();
      expect(created).toHaveLength(round + 1);
      expect(created).toContain(body.id);
    }
  });

  it('is 404 once what it stands for was deleted, and makes nothing again', async () => {
    const { creation } = await begin();
    const { body } = await send(creation, 'gone').expect(201);
    await creation.remove(body.id);
    await send(creation, 'gone').expect(404);
    expect(await creation.created()).toEqual([]);
  });

  it('H33 is 422 for any other request', async () => {
    const { creation } = await begin();
    await send(creation, 'used').expect(201);
    const another = await studio.project(creation.who, content);
    const before = await creation.created();
    for (const path of [`/projects/${another.id}/fork`, `/projects/${another.id}/duplicate`, '/projects']) {
      const refused = await send({ path, body: {}, who: creation.who }, 'used').expect(422);
      expect(refused.body.code).toBe('idempotency_mismatch');
    }
    expect(await creation.created()).toEqual(before);
  });
});

describe('a fork whose response was lost', () => {
  it('is returned by the repeated request, although its source is private or deleted by then', async () => {
    const endings = [
      (id: string) => studio.call('put', `/projects/${id}`, author).send({ isPublic: false }).expect(200),
      (id: string) => studio.call('delete', `/projects/${id}`, author).expect(204),
    ];
    for (const [index, end] of endings.entries()) {
      const { id } = await studio.project(author, content);
      const fork = { path: `/projects/${id}/fork`, body: {}, who: reader };
      const { body: made } = await send(fork, `lost ${index}`).expect(201);
      await end(id);
      expect((await send(fork, `lost ${index}`).expect(201)).body).toEqual(made);
      await send(fork, `new ${index}`).expect(404);
    }
  });
});
