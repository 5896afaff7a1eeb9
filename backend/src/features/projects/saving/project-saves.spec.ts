import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project } from '@studio/contract/http/projects';
import { sql } from 'kysely';
import { cutOff } from '../../../../test/support/requests/cut-off.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;
let owner: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
});
afterAll(() => studio.stop());

const save = (project: Project, fields: object, version?: number) => {
  const call = studio.call('put', `/projects/${project.id}`, owner);
  return (version === undefined ? call : call.set('if-match', `"${version}"`)).send(fields);
};

describe('a new project', () => {
  it('has the documented defaults', async () => {
    expect(await studio.project(owner)).toMatchObject({
      userId: owner.user.id,
      username: owner.user.username,
      title: 'Untitled',
      html: '',
      css: '',
      js: '',
      description: '',
      tags: [],
      isPublic: false,
      isEmbeddable: false,
      frameworkConfig: {
        framework: 'vanilla',
        cssFramework: 'none',
        typescript: false,
        buildTool: 'default',
      },
      version: 1,
      forkedFrom: null,
    });
  });

  it('keeps code to the byte, and calls a blank title Untitled', async () => {
    const html = '﻿<p>\r\n\tü 😀   </p>\u0001';
    const project = await studio.project(owner, { html, title: '  ' });
    const read = await studio.call('get', `/projects/${project.id}`, owner).expect(200);
    expect(read.body).toMatchObject({ html, title: 'Untitled' });
  });

  it.each(['\u202e', '\u200b', '\u3164', '\u115f\u1160', '\uffa0', '\u2800', '\ufe0f'])(
    'calls a title that shows nothing Untitled: %j',
    async (title) => {
      expect((await studio.project(owner, { title: ` ${title}` })).title).toBe('Untitled');
      expect((await studio.project(owner, { title: `a${title}` })).title).toBe(`a${title}`);
    },
  );

  it('keeps the exact versions of its npm packages, and has none by itself', async () => {
    const packages = { three: '0.180.0', '@react-three/fiber': '9.3.0', 'canvas-confetti': '1.9.3' };
    const project = await studio.project(owner, { frameworkConfig: { ...defaultFrameworkConfig, packages } });
    const read = await studio.call('get', `/projects/${project.id}`, owner).expect(200);
    expect(read.body.frameworkConfig.packages).toEqual(packages);
    const fork = await studio.call('post', `/projects/${project.id}/duplicate`, owner).expect(201);
    expect(fork.body.frameworkConfig.packages).toEqual(packages);
    expect(await studio.project(owner)).toMatchObject({ frameworkConfig: defaultFrameworkConfig });
  });

  it.each([
    [{ 'Not A Name': '1.0.0' }, 'frameworkConfig.packages.Not A Name', 'must be the name of an npm package'],
    [{ three: '^0.180.0' }, 'frameworkConfig.packages.three', 'must be an exact version, such as 1.2.3'],
    [{ three: 'latest' }, 'frameworkConfig.packages.three', 'must be an exact version, such as 1.2.3'],
    [
      Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}`, '1.0.0'])),
      'frameworkConfig.packages',
      'must have at most 100 packages',
    ],
  ])('is refused with packages that are none: %j', async (packages, path, message) => {
    const response = await studio.call('post', '/projects', owner).send({ frameworkConfig: { packages } });
    expect(response.status).toBe(400);
    expect(response.body.fields).toEqual([{ path, message }]);
  });

  it('takes 1 MiB of each source', async () => {
    const code = 'ü'.repeat(524_288);
    const project = await studio.project(owner, { html: code, css: code, js: code });
    expect(project.js).toBe(code);
  });
});

describe('saving', () => {
  it('changes the given fields, keeps the others and counts the version up', async () => {
    const project = await studio.project(owner, { title: 'One', html: 'a', tags: ['x'] });
    const response = await save(project, { html: 'b' }).expect(200);
    expect(response.body).toMatchObject({ title: 'One', html: 'b', tags: ['x'], version: 2 });
    expect(Date.parse(response.body.updatedAt)).toBeGreaterThanOrEqual(Date.parse(project.updatedAt));
  });

  it('answers 409 and the current project where the version is stale', async () => {
    const project = await studio.project(owner, { html: 'first' });
    await save(project, { html: 'second' }, 1).expect(200);
    const stale = await save(project, { html: 'late' }, 1).expect(409);
    expect(stale.body).toMatchObject({ code: 'version_conflict', current: { html: 'second', version: 2 } });
    await save(project, { html: 'third' }, 2).expect(200);
  });

  it('H27 lets exactly one of 50 parallel saves on one version win', async () => {
    const project = await studio.project(owner);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => save(project, { html: `text ${i}` }, 1)),
    );
    const won = responses.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(49);
    const read = await studio.call('get', `/projects/${project.id}`, owner).expect(200);
    expect(read.body).toMatchObject({ html: won[0]?.body.html, version: 2 });
  });

  it('without a version lets the last one win, and loses no count', async () => {
    const project = await studio.project(owner);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => save(project, { html: `${i}` })),
    );
    const versions = responses.map(({ body }) => body.version as number);
    expect(versions.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const newest = responses.find(({ body }) => body.version === 11);
    const read = await studio.call('get', `/projects/${project.id}`, owner).expect(200);
    expect(read.body.html).toBe(newest?.body.html);
  });
});

describe('tags', () => {
  it('are separated by commas, as in searches', async () => {
    const project = await studio.project(owner, { tags: ['red, blue', 'plain'], isPublic: true });
    expect(project.tags).toEqual(['red', 'blue', 'plain']);
    const { body } = await studio.call('get', '/projects/public?tags=blue,plain').expect(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([project.id]);
  });

  it('are each there once, as they are seen', async () => {
    const tags = ['red', ' red ', 'blue,red', '\u202eblue', 'gr\u200feen\t', 'Red'];
    const project = await studio.project(owner, { tags });
    expect(project.tags).toEqual(['red', 'blue', 'green', 'Red']);
  });

  it.each([
    ['nothing between two', ['a,,b']],
    ['nothing to be seen', ['\u200e']],
    ['only characters without a shape', ['a', '\u200b\u3164']],
    ['more than 20', Array.from({ length: 11 }, (_, index) => `${index}, other ${index}`)],
  ])('are refused with %s', async (_what, tags) => {
    const { body } = await studio.call('post', '/projects', owner).send({ title: 'T', tags }).expect(400);
    expect(body.fields[0].path).toMatch(/^tags/);
  });
});

describe('a PUT that changes nothing', () => {
  const everything = {
    title: 'One',
    html: 'a',
    css: 'b',
    js: 'c',
    description: 'd',
    tags: ['x', 'y'],
    isPublic: true,
    isEmbeddable: true,
    frameworkConfig: { ...defaultFrameworkConfig, typescript: true },
  };

  it('answers with the version and the time that are there, and makes no revision', async () => {
    const project = await studio.project(owner, everything);
    for (const same of [everything, { tags: ['x', 'y'] }, { isPublic: true, unknown: 1 }, {}]) {
      const { body } = await save(project, same, 1).expect(200);
      expect(body).toEqual(project);
    }
    const revisions = await studio.call('get', `/projects/${project.id}/revisions`, owner).expect(200);
    expect(revisions.body.total).toBe(1);
    await save(project, everything, 7).expect(409);
  });

  it('may list packages in another order, or none where there are none', async () => {
    const config = { ...defaultFrameworkConfig, packages: { three: '0.180.0', d3: '7.9.0' } };
    const project = await studio.project(owner, { frameworkConfig: config });
    const packages = { d3: '7.9.0', three: '0.180.0' };
    const { body } = await save(project, { frameworkConfig: { ...config, packages } }).expect(200);
    expect(body).toEqual(project);
    const plain = await studio.project(owner);
    const none = { ...defaultFrameworkConfig, packages: {} };
    expect((await save(plain, { frameworkConfig: none }).expect(200)).body).toEqual(plain);
  });

  it('is a change if a single field differs', async () => {
    const changes = { title: 'One ', html: 'A', description: 'D', tags: ['y', 'x'], isEmbeddable: false };
    const frameworkConfig = defaultFrameworkConfig;
    const project = await studio.project(owner, everything);
    let { version } = project;
    for (const [field, value] of Object.entries({ ...changes, frameworkConfig })) {
      const { body } = await save(project, { ...everything, [field]: value }).expect(200);
      expect(body).toMatchObject({ version: version + 1, [field]: value });
      await save(project, everything).expect(200);
      version += 2;
    }
  });
});

describe('saving while a newer replica changes the schema', () => {
  it('goes on, on connections that have planned it already', async () => {
    const project = await studio.project(owner);
    for (let times = 0; times < 30; times += 1) await save(project, { html: `before ${times}` }).expect(200);
    const { sql: db } = studio.studio.app.get(Database);
    for (const table of ['projects', 'project_revisions', 'users', 'sessions'])
      await sql`alter table ${sql.table(table)} add column newer text`.execute(db);
    const after = Array.from({ length: 20 }, (_, times) => save(project, { html: `after ${times}` }));
    for (const { status } of await Promise.all(after)) expect(status).toBe(200);
  });
});

describe('an Idempotency-Key', () => {
  const create = (key: string, fields: object, who = owner) =>
    studio.call('post', '/projects', who).set('idempotency-key', key).send(fields);

  it('H33 makes one project of 20 creates at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create('key-1', { title: 'Once' })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    const list = await studio.call('get', '/projects?search=Once', owner).expect(200);
    expect(list.body.total).toBe(1);
  });

  it('H33 answers 422 for another body, and means nothing to another person', async () => {
    const first = await create('key-2', { title: 'A', html: 'x' }).expect(201);
    const again = await create('key-2', { html: 'x', title: 'A', unknown: 1 }).expect(201);
    expect(again.body.id).toBe(first.body.id);
    const refused = await create('key-2', { title: 'B' }).expect(422);
    expect(refused.body.code).toBe('idempotency_mismatch');
    const theirs = await create('key-2', { title: 'A', html: 'x' }, await studio.person()).expect(201);
    expect(theirs.body.id).not.toBe(first.body.id);
  });

  it('H33 makes one project where the response was cut off, whenever, and the call is repeated', async () => {
    for (let round = 0; round < 20; round++) {
      const title = `Cut off ${round}.`;
      await cutOff(studio, { path: '/projects', body: { title }, who: owner, key: title }, round);
      const again = await Promise.all([create(title, { title }), create(title, { title })]);
      expect(again.map(({ status }) => status)).toEqual([201, 201]);
      const list = await studio
        .call('get', `/projects?search=${encodeURIComponent(title)}`, owner)
        .expect(200);
      expect([list.body.total, again[0]?.body.id]).toEqual([1, again[1]?.body.id]);
    }
  });
});

describe('the trash', () => {
  it('H34 hides a project from everything, and gives it back as it was', async () => {
    const project = await studio.project(owner, {
      title: 'Binned',
      html: 'x',
      isPublic: true,
      isEmbeddable: true,
    });
    await studio.call('put', `/projects/${project.id}/like`, await studio.person()).expect(200);
    await studio.call('delete', `/projects/${project.id}`, owner).expect(204);
    for (const path of ['', '?for_embed=true'])
      await studio.call('get', `/projects/${project.id}${path}`, owner).expect(404);
    await save(project, { html: 'y' }).expect(404);
    await studio.call('post', `/projects/${project.id}/fork`, owner).expect(404);
    await studio.call('post', `/projects/${project.id}/like`, owner).expect(404);
    await studio.call('delete', `/projects/${project.id}`, owner).expect(404);
    for (const list of ['/projects', '/projects/public']) {
      const response = await studio.call('get', `${list}?search=Binned`, owner).expect(200);
      expect(response.body.total).toBe(0);
    }
    const back = await studio.call('post', `/projects/${project.id}/restore`, owner).expect(200);
    expect(back.body).toEqual({ ...project, likes: 1 });
    await studio.call('get', `/projects/${project.id}`).expect(200);
  });
});
