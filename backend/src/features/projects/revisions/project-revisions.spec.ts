import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import type { Project, ProjectInput } from '@studio/contract/http/projects';
import type { RevisionSummary } from '@studio/contract/http/revisions';
import { testLibrary } from '../../../../test/support/requests/test-library.js';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;
let owner: Person;
let stranger: Person;
let project: Project;
beforeAll(async () => {
  studio = await startTestStudio();
  owner = await studio.person();
  stranger = await studio.person();
});
afterAll(() => studio.stop());
beforeEach(async () => {
  project = await studio.project(owner, { title: 'First', html: 'one' });
});

const save = (input: ProjectInput, kind: 'auto' | 'manual' = 'manual') =>
  studio.call('put', `/projects/${project.id}`, owner).set('x-save-kind', kind).send(input).expect(200);

async function revisions(): Promise<RevisionSummary[]> {
  const response = await studio.call('get', `/projects/${project.id}/revisions?limit=100`, owner).expect(200);
  return response.body.data as RevisionSummary[];
}

const restore = (rev: number, version = rev, person = owner) =>
  studio.call('post', `/projects/${project.id}/revisions/${rev}/restore`, person).send({ version });

/** Moves the newest revision into the past. */
async function age(milliseconds: number): Promise<void> {
  await studio.studio.app.get(Database).transaction(async () => {
    const { sql } = studio.studio.app.get(Database);
    await sql
      .updateTable('project_revisions')
      .set({ created_at: new Date(Date.now() - milliseconds) })
      .where('project_id', '=', project.id)
      .execute();
  });
}

describe('revisions', () => {
  it('are made by each save by hand, from the first on, newest first', async () => {
    await save({ html: 'two' });
    await save({ title: 'Third', html: 'three' });
    const list = await revisions();
    expect(list.map(({ rev, kind, title, version }) => ({ rev, kind, title, version }))).toEqual([
      { rev: 3, kind: 'manual', title: 'Third', version: 3 },
      { rev: 2, kind: 'manual', title: 'First', version: 2 },
      { rev: 1, kind: 'manual', title: 'First', version: 1 },
    ]);
    expect(list[0]).not.toHaveProperty('html');
    const one = await studio.call('get', `/projects/${project.id}/revisions/2`, owner).expect(200);
    expect(one.body).toMatchObject({
      rev: 2,
      html: 'two',
      css: '',
      js: '',
      frameworkConfig: project.frameworkConfig,
    });
  });

  it('are one for the automatic saves of five minutes, with the newest text', async () => {
    await save({ html: 'a' }, 'auto');
    await save({ html: 'ab' }, 'auto');
    await save({ html: 'abc' }, 'auto');
    expect((await revisions()).map(({ rev, kind, version }) => [rev, kind, version])).toEqual([
      [2, 'auto', 4],
      [1, 'manual', 1],
    ]);
    const newest = await studio.call('get', `/projects/${project.id}/revisions/2`, owner).expect(200);
    expect(newest.body.html).toBe('abc');
    await age(durations.revisionWindow + 1_000);
    await save({ html: 'later' }, 'auto');
    expect((await revisions()).map(({ rev }) => rev)).toEqual([3, 2, 1]);
    // A manual revision is never replaced.
    await save({ html: 'by hand' });
    await save({ html: 'automatic again' }, 'auto');
    expect((await revisions()).map(({ rev, kind }) => [rev, kind])).toEqual([
      [5, 'auto'],
      [4, 'manual'],
      [3, 'auto'],
      [2, 'auto'],
      [1, 'manual'],
    ]);
  });

  it('are not made where nothing was written: visibility, tags, the same text again', async () => {
    await save({ isPublic: true });
    await save({ tags: ['x'], description: 'words' });
    await save({ html: 'one' });
    expect(await revisions()).toHaveLength(1);
  });

  it('are kept to the newest 100', async () => {
    for (let text = 0; text < 103; text += 1) await save({ html: `text ${text}` });
    const kept = await revisions();
    expect(kept).toHaveLength(100);
    expect([kept[0]?.rev, kept[99]?.rev]).toEqual([104, 5]);
    await studio.call('get', `/projects/${project.id}/revisions/4`, owner).expect(404);
    const page = await studio
      .call('get', `/projects/${project.id}/revisions?limit=30&page=4`, owner)
      .expect(200);
    expect(page.body).toMatchObject({ total: 100, page: 4, limit: 30, totalPages: 4 });
    expect(page.body.data).toHaveLength(10);
  });

  it('H34 come back as a save, with text and configuration as they were', async () => {
    const react = { ...project.frameworkConfig, framework: 'react' as const, typescript: true };
    await save({
      title: 'React',
      html: '<div id="root"></div>',
      css: 'a{}',
      js: 'x',
      frameworkConfig: react,
    });
    await save({ title: 'Empty', html: '', css: '', js: '', frameworkConfig: project.frameworkConfig });
    const back = await restore(2).expect(200);
    expect(back.body).toMatchObject({
      title: 'React',
      html: '<div id="root"></div>',
      css: 'a{}',
      js: 'x',
      frameworkConfig: react,
      version: 4,
    });
    const list = await revisions();
    expect(list[0]).toMatchObject({ rev: 4, kind: 'manual', version: 4, title: 'React', change: 'restore' });
    expect(list[0]?.restoredFrom).toBe(list.find(({ rev }) => rev === 2)?.changedAt);
    const stale = await restore(1).set('if-match', '"1"').expect(409);
    expect(stale.body.current.version).toBe(4);
  });

  it('come back only with the text that was read: an automatic save may have changed it since', async () => {
    await save({ html: 'a' }, 'auto');
    await save({ html: 'ab' }, 'auto');
    await save({ html: 'other' });
    const { body } = await restore(2, 2).expect(409);
    expect(body).toMatchObject({ code: 'revision_changed', detail: expect.stringContaining('saved again') });
    expect((await restore(2, 3).expect(200)).body.html).toBe('ab');
    // Scripts may take whatever is there.
    const any = await studio.call('post', `/projects/${project.id}/revisions/1/restore`, owner).expect(200);
    expect(any.body.version).toBe(6);
  });

  it('say which files are gone that their code asks for, and come back all the same', async () => {
    const library = testLibrary(studio);
    const [kept, gone] = [
      await library.add(owner, 'kept.txt', 'a'),
      await library.add(owner, 'gone ü.txt', 'b'),
    ];
    const html = `<a href="${kept.url}"></a><a href="${gone.url}"></a><a href="/assets/${gone.id}/again"></a>`;
    await save({ html, css: 'a { background: url(/assets/0123456789abcdef/never.png) }' });
    await save({ html: 'later', css: '' });
    const read = () => studio.call('get', `/projects/${project.id}/revisions/2`, owner).expect(200);
    expect((await read()).body.missingFiles).toEqual(['never.png']);
    await library.remove(owner, gone).expect(204);
    expect((await read()).body.missingFiles).toEqual(['gone ü.txt', 'never.png']);
    await restore(2).expect(200);
    const now = await studio.call('get', `/projects/${project.id}`, owner).expect(200);
    expect(now.body.html).toBe(html);
  });

  it('are the owner’s alone; admins may read them', async () => {
    const admin = await signIn(studio, 'admin@studio.local', adminPassword);
    const paths = ['', '/1'].map((path) => `/projects/${project.id}/revisions${path}`);
    for (const path of paths) {
      await studio.call('get', path).expect(401);
      await studio.call('get', path, stranger).expect(404);
      await studio.call('get', path, admin).expect(200);
    }
    await restore(1, 1, stranger).expect(404);
    await restore(1, 1, admin).expect(403);
    await save({ isPublic: true });
    for (const path of paths) await studio.call('get', path, stranger).expect(403);
    await restore(1, 1, stranger).expect(403);
  });

  it('of a fork begin with the fork', async () => {
    await save({ isPublic: true, html: 'two' });
    const fork = await studio.call('post', `/projects/${project.id}/fork`, stranger).expect(201);
    const list = await studio.call('get', `/projects/${fork.body.id}/revisions`, stranger).expect(200);
    expect(list.body.data.map(({ rev }: RevisionSummary) => rev)).toEqual([1]);
  });

  it.each(['0', '-1', '1e3', 'x', '99999999999'])('have no number %s', async (rev) => {
    await studio.call('get', `/projects/${project.id}/revisions/${rev}`, owner).expect(404);
  });
});

describe('the list of the trash', () => {
  it('has one’s own deleted projects, the latest first, until they are gone permanently', async () => {
    const someone = await studio.person();
    const [old, late] = [
      await studio.project(someone, { title: 'Old' }),
      await studio.project(someone, { title: 'Late' }),
    ];
    await studio.project(someone, { title: 'Kept' });
    for (const { id } of [old, late]) await studio.call('delete', `/projects/${id}`, someone).expect(204);
    const list = await studio.call('get', '/projects/trash', someone).expect(200);
    expect(list.body).toMatchObject({ total: 2, page: 1, totalPages: 1 });
    expect(list.body.data.map(({ title }: Project) => title)).toEqual(['Late', 'Old']);
    expect(Date.parse(list.body.data[0].deletedAt)).toBeGreaterThan(Date.now() - 60_000);
    const found = await studio.call('get', '/projects/trash?search=oLD', someone).expect(200);
    expect(found.body.total).toBe(1);
    expect((await studio.call('get', '/projects/trash', owner).expect(200)).body.total).toBe(0);
    await studio.call('get', '/projects/trash').expect(401);

    const { sql } = studio.studio.app.get(Database);
    await sql
      .updateTable('projects')
      .set({ deleted_at: new Date(Date.now() - durations.trash - 1_000) })
      .where('id', '=', old.id)
      .execute();
    expect((await studio.call('get', '/projects/trash', someone).expect(200)).body.total).toBe(1);
  });
});
