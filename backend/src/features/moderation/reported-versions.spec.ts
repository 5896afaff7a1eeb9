import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Project } from '@studio/contract/http/projects';
import type { Evidence, Report, Takedown } from '@studio/contract/http/reports';
import request from 'supertest';
import { testLibrary } from '../../../test/support/requests/test-library.js';
import { firstAdmin } from '../../../test/support/studio/admin-actions.js';
import { type Person, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { Database } from '../../database/database.js';

let studio: TestStudio;
let owner: Person;
let reader: Person;
let admin: Person;
/** Its first revision, which asks for passwords, is published; the newest text is harmless. */
let project: Project;
beforeAll(async () => {
  studio = await startTestStudio();
  [owner, admin] = [await studio.resident(), await firstAdmin(studio)];
});
afterAll(() => studio.stop());
beforeEach(async () => {
  reader = await studio.person();
  project = await studio.project(owner, {
    title: 'Your bank',
    html: '<p>Enter your password</p>',
    isPublic: true,
    isEmbeddable: true,
  });
  await publish().expect(200);
  await save({ title: 'Flowers', html: '<p>Tulips</p>' });
});

const save = (input: object) => studio.call('put', `/projects/${project.id}`, owner).send(input).expect(200);
const publish = (rev = 1, version = rev) =>
  studio
    .call('post', `/projects/${project.id}/revisions/${rev}/publish`, owner)
    .send({ name: 'First', version });
const withdraw = (rev = 1) =>
  studio.call('delete', `/projects/${project.id}/revisions/${rev}/publish`, owner).expect(200);
const report = (rev?: unknown, who = reader) =>
  studio.call('post', `/projects/${project.id}/report`, who).send({ reason: 'malware', rev });
const filed = async (rev?: number, who?: Person): Promise<string> =>
  (await report(rev, who).expect(201)).body.id;
const decide = (id: string, action: string, shown?: object) =>
  studio.call('post', `/admin/reports/${id}/resolve`, admin).send({ action, note: 'It steals.', shown });
const evidence = async (id: string): Promise<Evidence> =>
  (await studio.call('get', `/admin/reports/${id}/evidence`, admin).expect(200)).body;
const queued = async (id: string): Promise<Report> => {
  const { body } = await studio.call('get', '/admin/reports?state=all&limit=100', admin).expect(200);
  return body.data.find((one: Report) => one.id === id);
};

/** What a moderator who reads a report sends with the decision. */
async function shownOf(id: string): Promise<object> {
  const { reason, note, version, evidenceDigest } = await queued(id);
  return { reason, note, version, evidenceDigest };
}

const asPublished = { title: 'Your bank', html: '<p>Enter your password</p>', version: 1 };

describe('a report of a published version', () => {
  it('has the text of that version, whatever the project shows by then', async () => {
    const { text } = await request(studio.url).get(`/embed/${project.id}@1`).expect(200);
    expect(text).toContain(`href="/report/${project.id}@1"`);
    const [ofVersion, ofNewest] = [await filed(1), await filed(undefined, await studio.person())];
    expect(await evidence(ofVersion)).toMatchObject(asPublished);
    expect(await queued(ofVersion)).toMatchObject({
      version: 1,
      published: { rev: 1, withdrawn: false },
      project: { id: project.id, title: 'Your bank' },
    });
    expect(await evidence(ofNewest)).toMatchObject({ title: 'Flowers', html: '<p>Tulips</p>', version: 2 });
    expect(await queued(ofNewest)).toMatchObject({ version: 2, published: null });
  });

  it('keeps it after the version was withdrawn and has left the history, and the moderators read that', async () => {
    const id = await filed(1);
    await withdraw();
    expect(await queued(id)).toMatchObject({ published: { rev: 1, withdrawn: true } });
    const { sql } = studio.studio.app.get(Database);
    await sql
      .deleteFrom('project_revisions')
      .where('project_id', '=', project.id)
      .where('rev', '=', 1)
      .execute();
    expect(await queued(id)).toMatchObject({ published: { rev: 1, withdrawn: true } });
    expect(await evidence(id)).toMatchObject(asPublished);
    await decide(id, 'remove').expect(200);
    await studio.call('get', `/projects/${project.id}`, reader).expect(404);
  });

  it('H10 of a version that is not published, or not to be seen, is the 404 of a missing project', async () => {
    const missing = await studio.call('post', '/projects/0000000000000000/report', reader).send({
      reason: 'spam',
    });
    expect(missing.status).toBe(404);
    const looksMissing = async (rev: number) =>
      expect({ ...(await report(rev).expect(404)).body, requestId: '' }).toEqual({
        ...missing.body,
        requestId: '',
      });
    for (const rev of [2, 3, 999_999_999]) await looksMissing(rev);
    await withdraw();
    await looksMissing(1);
    await publish().expect(200);
    await save({ isPublic: false, isEmbeddable: false });
    await looksMissing(1);
    // A link opens the newest version alone.
    await studio.call('post', `/projects/${project.id}/links`, owner).send({ name: 'Friends' }).expect(201);
    await looksMissing(1);
    await report().expect(201);
    for (const rev of [0, -1, 1.5, 1_000_000_000, '1', null]) await report(rev).expect(400);
  });

  it('takes the place of the same person’s report of another version, which is not decided unread', async () => {
    const id = await filed();
    const { reason, note, version } = await queued(id);
    expect(await filed(1)).toBe(id);
    expect(await queued(id)).toMatchObject({ state: 'open', version: 1, published: { rev: 1 } });
    const { body } = await decide(id, 'dismiss', { reason, note, version }).expect(409);
    expect(body.code).toBe('report_changed');
    expect(await filed()).toBe(id);
    expect(await queued(id)).toMatchObject({ version: 2, published: null });
  });

  it('has its text though a report of the same version was replaced before, and the version withdrawn and published again', async () => {
    await filed(1);
    await withdraw();
    await filed();
    await publish().expect(200);
    expect(await evidence(await filed(1, await studio.person()))).toMatchObject(asPublished);
  });

  it('leaves the text of the newest version on record, which no revision has, for those who report that', async () => {
    await save({ tags: ['spring'] });
    await filed();
    await filed(1);
    const ofNewest = await filed(undefined, await studio.person());
    expect(await evidence(ofNewest)).toMatchObject({ html: '<p>Tulips</p>', version: 3 });
  });

  describe('has the description and tags that its address shows', () => {
    const [harmless, abuse] = [
      { description: 'About flowers', tags: ['garden'] },
      { description: 'Enter your password', tags: ['bank', 'login'] },
    ];
    beforeEach(() => save(harmless));

    it('when it is reported, whatever it was first reported with', async () => {
      const before = await filed(1, await studio.person());
      await save(abuse);
      const { text } = await request(studio.url).get(`/embed/${project.id}@1`).expect(200);
      expect(text).toContain('Enter your password');
      const [first, second] = [await filed(1), await filed(1, await studio.person())];
      await save(harmless);
      const after = await filed(1, await studio.person());
      for (const id of [first, second])
        expect(await evidence(id)).toMatchObject({ ...asPublished, ...abuse });
      for (const id of [before, after])
        expect(await evidence(id)).toMatchObject({ ...asPublished, ...harmless });
    });

    it('so that it is reported again once these have changed, and never with the same ones', async () => {
      await decide(await filed(1), 'dismiss').expect(200);
      await report(1).expect(409);
      await save(abuse);
      const id = await filed(1);
      await decide(id, 'dismiss').expect(200);
      await report(1).expect(409);
      await save({ tags: ['bank'] });
      await report(1).expect(201);
    });

    it('and is not decided where these have changed since a moderator read it', async () => {
      const id = await filed(1);
      const shown = await shownOf(id);
      await save(abuse);
      expect(await filed(1)).toBe(id);
      expect((await decide(id, 'dismiss', shown).expect(409)).body.code).toBe('report_changed');
      await decide(id, 'dismiss', await shownOf(id)).expect(200);
    });

    it('also when its takedown is appealed', async () => {
      await filed(1, await studio.person());
      await save(abuse);
      await decide(await filed(1), 'remove').expect(200);
      await studio.call('post', `/projects/${project.id}/appeal`, owner).send({ note: 'No.' }).expect(201);
      const { body } = await studio.call('get', '/admin/reports?limit=100', admin).expect(200);
      const appeal = body.data.find((one: Report) => one.kind === 'appeal' && one.project.id === project.id);
      expect(await evidence(appeal.id)).toMatchObject({ ...asPublished, ...abuse });
    });
  });

  it('blocks the files of that version, even where its project is gone', async () => {
    const library = testLibrary(studio);
    const file = await library.add(owner, 'logo.txt');
    await save({ html: file.url });
    await publish(3).expect(200);
    await save({ html: 'nothing' });
    const id = await filed(3);
    await studio.call('delete', `/admin/projects/${project.id}`, admin).expect(204);
    expect(await queued(id)).toMatchObject({ published: { rev: 3, withdrawn: false } });
    expect((await library.serve(file)).status).toBe(200);
    await decide(id, 'remove').expect(200);
    await until(async () => (await library.serve(file)).status === 404);
  });
});

describe('a takedown for a published version', () => {
  const takedown = async (): Promise<Takedown> =>
    (await studio.call('get', `/projects/${project.id}/takedown`, owner).expect(200)).body;
  const appeal = async (): Promise<Report> => {
    await studio.call('post', `/projects/${project.id}/appeal`, owner).send({ note: 'No.' }).expect(201);
    const { body } = await studio.call('get', '/admin/reports?limit=100', admin).expect(200);
    return body.data.find((one: Report) => one.kind === 'appeal' && one.project.id === project.id);
  };

  it('names it to the owner, and an appeal shows what would come back', async () => {
    await decide(await filed(1), 'remove').expect(200);
    expect(await takedown()).toMatchObject({ rev: 1, reason: 'malware' });
    const { id, published } = await appeal();
    expect(published).toEqual({ rev: 1, withdrawn: false });
    expect(await evidence(id)).toMatchObject(asPublished);
  });

  it('is appealed with the newest version where the owner has withdrawn that one', async () => {
    await decide(await filed(1), 'remove').expect(200);
    await withdraw();
    const { id, published } = await appeal();
    expect(published).toBeNull();
    expect(await evidence(id)).toMatchObject({ title: 'Flowers', html: '<p>Tulips</p>' });
  });

  it('of the newest version names none', async () => {
    await decide(await filed(), 'remove').expect(200);
    expect((await takedown()).rev).toBeNull();
  });
});
