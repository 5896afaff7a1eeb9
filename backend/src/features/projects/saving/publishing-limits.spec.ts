import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { durations } from '@studio/contract/durations';
import type { ModerationEvent } from '@studio/contract/http/activity';
import type { ProjectInput } from '@studio/contract/http/projects';
import { limits } from '@studio/contract/limits';
import { sql } from 'kysely';
import { firstAdmin } from '../../../../test/support/studio/admin-actions.js';
import { runJobs } from '../../../../test/support/studio/run-jobs.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { demoAccount } from '../../../config/config.js';
import { Database } from '../../../database/database.js';
import { ProjectHidingService } from '../project-hiding.service.js';

let studio: TestStudio;
let admin: Person;
beforeAll(async () => {
  studio = await startTestStudio();
  admin = await firstAdmin(studio);
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;
const create = (who: Person, input: ProjectInput = { isPublic: true }) =>
  studio.call('post', '/projects', who).send(input);
const change = (who: Person, id: string, input: ProjectInput) =>
  studio.call('put', `/projects/${id}`, who).send(input);
const publishAll = async (who: Person) => {
  for (let count = 0; count < limits.newcomerPublishedPerDay; count++) await create(who).expect(201);
};
const activity = async (): Promise<ModerationEvent[]> =>
  (await studio.call('get', '/admin/activity?limit=100', admin).expect(200)).body.data;
const published = async (who: Person) =>
  (await activity())
    .filter(({ type, actor }) => type === 'project-published' && actor?.id === who.user.id)
    .map(({ subject }) => subject.name);

describe('a new account', () => {
  it('publishes five projects on its first day, and works in private as much as it likes', async () => {
    const newcomer = await studio.person();
    const waiting = (await create(newcomer, {}).expect(201)).body;
    await publishAll(newcomer);
    const refused = await create(newcomer).expect(429);
    expect(refused.body).toMatchObject({
      code: 'publish_limit',
      detail: expect.stringContaining('5 projects'),
    });
    const seconds = Number(refused.headers['retry-after']);
    const publishableFrom = Date.parse(newcomer.user.createdAt) + durations.newcomer;
    expect(Date.parse(refused.body.publishableFrom)).toBe(publishableFrom);
    expect(seconds).toBeGreaterThan(durations.newcomer / 1_000 - 600);
    expect(seconds).toBeLessThanOrEqual(durations.newcomer / 1_000);
    const { body } = await change(newcomer, waiting.id, { isPublic: true, html: 'x' }).expect(429);
    expect(body.code).toBe('publish_limit');
    expect((await studio.call('get', `/projects/${waiting.id}`, newcomer)).body).toMatchObject({
      html: '',
      version: 1,
    });
    await change(newcomer, waiting.id, { html: 'x' }).expect(200);
    await create(newcomer, {}).expect(201);
    expect((await studio.call('get', '/projects', newcomer).expect(200)).body.total).toBe(7);

    await tables()
      .updateTable('users')
      .set({ created_at: sql`now() - interval '24 hours'` })
      .where('id', '=', newcomer.user.id)
      .execute();
    await change(newcomer, waiting.id, { isPublic: true }).expect(200);
  });

  it('publishes five where it asks for ten at once', async () => {
    const newcomer = await studio.person();
    const responses = await Promise.all(Array.from({ length: 10 }, () => create(newcomer)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('publishes by embedding, too: at creation, by a save, and out of the trash', async () => {
    const newcomer = await studio.person();
    const [first, second, late] = await Promise.all(
      ['First', 'Second', 'Late'].map(async (title) => (await create(newcomer, { title }).expect(201)).body),
    );
    await change(newcomer, first.id, { isEmbeddable: true }).expect(200);
    await change(newcomer, second.id, { isEmbeddable: true, html: 'x' }).expect(200);
    for (let count = 2; count < limits.newcomerPublishedPerDay; count++)
      await create(newcomer, { isEmbeddable: true, title: 'At once' }).expect(201);
    expect((await create(newcomer, { isEmbeddable: true }).expect(429)).body.code).toBe('publish_limit');
    expect((await change(newcomer, late.id, { isEmbeddable: true }).expect(429)).body.code).toBe(
      'publish_limit',
    );
    await change(newcomer, late.id, { isPublic: true }).expect(429);
    // A project that is shown in embeds may also be made public: it counts once.
    await change(newcomer, first.id, { isPublic: true }).expect(200);
    await studio.call('delete', `/projects/${second.id}`, newcomer).expect(204);
    await studio.call('post', `/projects/${second.id}/restore`, newcomer).expect(200);
    expect(await published(newcomer)).toEqual([...Array(3).fill('At once'), 'Second', 'First']);
    const { body } = await studio.call('get', `/admin/projects?filter=new&search=Second`, admin).expect(200);
    expect(body.data).toMatchObject([{ id: second.id, isPublic: false, isEmbeddable: true }]);
    const reader = await studio.person();
    const { body: fork } = await studio.call('post', `/projects/${first.id}/fork`, reader).expect(201);
    expect(fork).toMatchObject({ isPublic: false, isEmbeddable: false });
    expect(await published(reader)).toEqual([]);
  });

  it('may hide, delete and show again what it has published', async () => {
    const newcomer = await studio.person();
    const { id } = (await create(newcomer, { isPublic: true, title: 'Shown thrice' }).expect(201)).body;
    for (let count = 1; count < limits.newcomerPublishedPerDay; count++) await create(newcomer).expect(201);
    await change(newcomer, id, { isPublic: false }).expect(200);
    await change(newcomer, id, { isPublic: true }).expect(200);
    await studio.call('delete', `/projects/${id}`, newcomer).expect(204);
    await studio.call('post', `/projects/${id}/restore`, newcomer).expect(200);
    await studio.call('post', `/projects/${id}/restore`, newcomer).expect(200);
    await create(newcomer).expect(429);
  });

  it('is neither an admin’s nor the demo account', async () => {
    const demo = await signIn(studio, demoAccount.email, demoAccount.password);
    for (const who of [admin, demo]) {
      await publishAll(who);
      await create(who).expect(201);
    }
  });
});

describe('moderators', () => {
  it('are notified of projects that others can see from now on, and of nothing else, for 30 days', async () => {
    const owner = await studio.person();
    const { id } = (await create(owner, { title: 'Private' }).expect(201)).body;
    await change(owner, id, { isPublic: true, title: 'Made public' }).expect(200);
    await change(owner, id, { isPublic: true, title: 'Saved' }).expect(200);
    await change(owner, id, { isEmbeddable: true }).expect(200);
    const key = { 'idempotency-key': 'once' };
    for (let times = 0; times < 2; times++)
      await create(owner, { title: 'New', isPublic: true }).set(key).expect(201);
    expect(await published(owner)).toEqual(['New', 'Made public']);

    await tables()
      .updateTable('moderation_events')
      .set({ at: sql`now() - interval '30 days'` })
      .where('subject_id', '=', id)
      .execute();
    expect(await published(owner)).toEqual(['New']);
    await runJobs(studio, 'moderation-feed');
    const kept = await tables()
      .selectFrom('moderation_events')
      .select('id')
      .where('subject_id', '=', id)
      .execute();
    expect(kept).toEqual([]);
  });
});

describe('a published version', () => {
  const publish = (who: Person, id: string, rev: number) =>
    studio
      .call('post', `/projects/${id}/revisions/${rev}/publish`, who)
      .send({ name: 'As posted', version: rev });

  it('is news to moderators where others can see it, within the same hour and limits as its project', async () => {
    const owner = await studio.person();
    const { id } = (await create(owner, { title: 'Kept back' }).expect(201)).body;
    await publish(owner, id, 1).expect(200);
    expect(await published(owner)).toEqual([]);
    await change(owner, id, { title: 'Shown', isEmbeddable: true }).expect(200);
    const anHourPasses = () =>
      tables()
        .updateTable('moderation_events')
        .set({ at: sql`at - interval '1 hour'` })
        .where('subject_id', '=', id)
        .execute();
    await anHourPasses();
    await publish(owner, id, 2).expect(200);
    // Another name shows nobody anything else.
    await anHourPasses();
    await publish(owner, id, 2).expect(200);
    expect(await published(owner)).toEqual(['Shown (version 2)', 'Shown']);
    await studio.call('delete', `/projects/${id}/revisions/2/publish`, owner).expect(200);
    for (let times = 0; times < 3; times++) {
      await publish(owner, id, 2).expect(200);
      await studio.call('delete', `/projects/${id}/revisions/2/publish`, owner).expect(200);
    }
    expect(await published(owner)).toEqual(['Shown (version 2)', 'Shown (version 2)', 'Shown']);
  });
});

describe('one project that is shown again and again', () => {
  it('is news to moderators once an hour, however it is hidden and shown', async () => {
    const owner = await studio.person();
    const { id } = (await create(owner, { title: 'Blinking' }).expect(201)).body;
    for (let times = 0; times < 20; times++)
      for (const isPublic of [true, false]) await change(owner, id, { isPublic }).expect(200);
    for (let times = 0; times < 5; times++) {
      await studio.call('post', `/projects/${id}/links`, owner).send({ name: 'A friend' }).expect(201);
      await studio.call('delete', `/projects/${id}/links`, owner).expect(204);
    }
    await change(owner, id, { isPublic: true }).expect(200);
    for (let times = 0; times < 5; times++) {
      await studio.call('delete', `/projects/${id}`, owner).expect(204);
      await studio.call('post', `/projects/${id}/restore`, owner).expect(200);
    }
    expect(await published(owner)).toEqual(['Blinking']);

    await tables()
      .updateTable('moderation_events')
      .set({ at: sql`now() - interval '1 hour'` })
      .where('subject_id', '=', id)
      .execute();
    await change(owner, id, { isPublic: false }).expect(200);
    await change(owner, id, { isPublic: true }).expect(200);
    expect(await published(owner)).toEqual(['Blinking', 'Blinking']);
  });
});

describe('a hidden project', () => {
  const hiding = () => studio.studio.app.get(ProjectHidingService);

  it('H10: is saved by its owner, who shows it to nobody', async () => {
    const owner = await studio.person();
    const project = (await create(owner, { isPublic: true, isEmbeddable: true }).expect(201)).body;
    await hiding().hide({ projectId: project.id }, 'takedown');
    expect((await change(owner, project.id, { html: 'mended' }).expect(200)).body).toMatchObject({
      isPublic: false,
      isEmbeddable: false,
      html: 'mended',
    });
    for (const shown of [{ isPublic: true }, { isEmbeddable: true, html: 'x' }])
      expect((await change(owner, project.id, shown).expect(403)).body.code).toBe('taken_down');
    await studio.call('delete', `/projects/${project.id}`, owner).expect(204);
    const back = await studio.call('post', `/projects/${project.id}/restore`, owner).expect(200);
    expect(back.body).toMatchObject({ html: 'mended', isPublic: false, version: 2 });
    await studio.call('get', `/projects/${project.id}?for_embed=true`).expect(404);
  });

  it('comes back as it was, but not while there is another reason', async () => {
    const owner = await studio.person();
    const { id } = (await create(owner, { isPublic: true }).expect(201)).body;
    const [project, theirs] = [{ projectId: id }, { userId: owner.user.id }];
    const mark = (suspended: boolean) =>
      tables()
        .updateTable('users')
        .set({ suspended_at: suspended ? sql`now()` : null })
        .where('id', '=', owner.user.id)
        .execute();
    const isPublic = async () =>
      (await studio.call('get', `/projects/${id}`, admin).expect(200)).body.isPublic;

    await mark(true);
    expect(await hiding().hide(theirs, 'suspension')).toMatchObject([project]);
    expect(await hiding().hide(project, 'takedown')).toMatchObject([project]);
    await mark(false);
    expect(await hiding().unhide(theirs, 'suspension')).toEqual([]);
    expect(await isPublic()).toBe(false);
    expect(await hiding().unhide(project, 'takedown')).toMatchObject([project]);
    expect(await isPublic()).toBe(true);

    await hiding().hide(project, 'takedown');
    await mark(true);
    expect(await hiding().hide(theirs, 'suspension')).toEqual([]);
    expect(await hiding().unhide(project, 'takedown')).toEqual([]);
    expect(await isPublic()).toBe(false);
    await mark(false);
    expect(await hiding().unhide(theirs, 'suspension')).toMatchObject([project]);
    expect(await isPublic()).toBe(true);
  });
});
