import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ModeratedProject } from '@studio/contract/http/admin';
import type { Project } from '@studio/contract/http/projects';
import jwt from 'jsonwebtoken';
import { testLibrary } from '../../../test/support/requests/test-library.js';
import { anotherAdmin, firstAdmin, suspend } from '../../../test/support/studio/admin-actions.js';
import { runJobs } from '../../../test/support/studio/run-jobs.js';
import { socketClientsOf } from '../../../test/support/studio/socket-clients.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';
import { newId } from '../../common/ids.js';

const forumSecret = 'what the forum and the studio share';
let studio: TestStudio;
let admin: Person;
const tabs = socketClientsOf(() => studio);
beforeAll(async () => {
  studio = await startTestStudio({ FORUM_SECRET: forumSecret });
  admin = await firstAdmin(studio);
});
afterEach(tabs.closeAll);
afterAll(() => studio.stop());

const list = async (query: string) =>
  (await studio.call('get', `/admin/projects?${query}`, admin).expect(200)).body;
const users = async (query: string) =>
  (await studio.call('get', `/admin/users?${query}`, admin).expect(200)).body;
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
const search = (text: string) => `search=${encodeURIComponent(text)}`;
const remove = (project: Pick<Project, 'id'>, reason = '') =>
  studio.call('delete', `/admin/projects/${project.id}?reason=${encodeURIComponent(reason)}`, admin);

describe('the list of all projects', () => {
  it('has everybody’s, private ones too and none from the trash, sorted and in pages', async () => {
    const owner = await studio.person();
    const hidden = await studio.project(owner, { title: 'listed: private' });
    const shown = await studio.project(owner, { title: 'listed: public', isPublic: true });
    const gone = await studio.project(owner, { title: 'listed: gone', isPublic: true });
    await studio.call('put', `/projects/${hidden.id}/like`, owner).expect(200);
    await studio.call('delete', `/projects/${gone.id}`, owner).expect(204);
    expect(idsOf(await list(search('LISTED:')))).toEqual([shown.id, hidden.id]);
    expect(idsOf(await list(`${search(owner.user.username)}&sortBy=popular`))).toEqual([hidden.id, shown.id]);
    expect(await list(`${search('listed:')}&limit=1&page=2`)).toMatchObject({
      total: 2,
      totalPages: 2,
      data: [{ id: hidden.id, openReports: 0, removedAt: null, ownerSuspended: false }],
    });
    await studio.call('get', '/admin/projects?sortBy=reports', admin).expect(400);
    await studio.call('get', '/admin/projects?filter=mine', admin).expect(400);
  });

  it('H56: is searched literally', async () => {
    const owner = await studio.person();
    const odd = await studio.project(owner, { title: 'odd 100%_\\ "title"' });
    await studio.project(owner, { title: 'odd 1000 title' });
    for (const text of ['odd 100%', '%_\\', '_\\ "'])
      expect({ text, ids: idsOf(await list(search(text))) }).toEqual({ text, ids: [odd.id] });
    expect(idsOf(await users(search('%')))).toEqual([]);
  });

  it('filters by what is reported, and by what was published in the last day', async () => {
    const owner = await studio.person();
    const [old, fresh, linked] = [
      await studio.project(owner, { title: 'x' }),
      await studio.project(owner, { isPublic: true }),
      await studio.project(owner),
    ];
    const reporter = await studio.person();
    await studio.call('post', `/projects/${fresh.id}/report`, reporter).send({ reason: 'spam' }).expect(201);
    const link = studio.call('post', `/projects/${linked.id}/links`, owner).send({ name: 'A friend' });
    await link.expect(201);
    const isNew = async () => idsOf(await list(`filter=new&${search(owner.user.username)}`));
    expect(await isNew()).toEqual([linked.id, fresh.id]);
    await studio.call('delete', `/projects/${linked.id}/links`, owner).expect(204);
    expect(await isNew()).toEqual([fresh.id]);
    expect(await list('filter=reported')).toMatchObject({
      total: 1,
      data: [{ id: fresh.id, openReports: 1 }],
    });
    expect(idsOf(await list(`filter=all&${search(owner.user.username)}`))).toEqual([
      linked.id,
      fresh.id,
      old.id,
    ]);
    expect(idsOf(await list('filter=removed'))).toEqual([]);
  });

  it('says of a project that it is open by link as long as a link opens it', async () => {
    const owner = await studio.person();
    const [linked, shown] = [await studio.project(owner), await studio.project(owner, { isPublic: true })];
    const areByLink = async () => {
      const { data } = await list(`sortBy=recent&${search(owner.user.username)}`);
      return (data as ModeratedProject[]).filter(({ isByLink }) => isByLink).map(({ id }) => id);
    };
    expect(await areByLink()).toEqual([]);
    for (const { id } of [linked, shown])
      await studio.call('post', `/projects/${id}/links`, owner).send({ name: 'A friend' }).expect(201);
    expect(await areByLink()).toEqual([linked.id]);
    await suspend(studio, admin, owner).expect(200);
    expect(await areByLink()).toEqual([]);
    await suspend(studio, admin, owner, false).expect(200);
    expect(await areByLink()).toEqual([linked.id]);
  });
});

describe('a project that an admin deletes', () => {
  it('is gone permanently, at once and for all, and who did it and why is on record', async () => {
    const owner = await studio.person();
    const project = await studio.project(owner, { title: '=Buy here', isPublic: true, isEmbeddable: true });
    const [reader, embed, own] = [
      await tabs.open(await studio.person()),
      await tabs.open(),
      await tabs.open(owner),
    ];
    for (const tab of [reader, embed]) expect((await tab.watch(project)).ok).toBe(true);
    await studio.call('get', `/projects/${project.id}`).expect(200);
    await remove(project, 'It sells pills.').expect(204);
    for (const who of [undefined, owner, admin])
      await studio.call('get', `/projects/${project.id}`, who).expect(404);
    await studio.call('post', `/projects/${project.id}/restore`, owner).expect(404);
    for (const tab of [reader, embed, own]) {
      await tab.settle();
      expect(tab.received).toContainEqual(['project:removed', { projectId: project.id, by: 'moderation' }]);
    }
    const { body } = await studio.call(
      'get',
      `/admin/audit?action=project.deleted&${search('pills')}`,
      admin,
    );
    expect(body.data).toEqual([
      expect.objectContaining({
        actor: { id: admin.user.id, username: 'admin' },
        subject: { kind: 'project', id: project.id, name: '=Buy here' },
        reason: 'It sells pills.',
      }),
    ]);
  });

  it('can be deleted only once, even by two admins at once, and also from the trash', async () => {
    const owner = await studio.person();
    const project = await studio.project(owner);
    await studio.call('delete', `/projects/${project.id}`, owner).expect(204);
    const responses = await Promise.all([remove(project), remove(project)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404]);
    await remove(project).expect(404);
    await remove({ id: newId() }).expect(404);
    expect((await studio.call('get', '/projects/trash', owner).expect(200)).body.total).toBe(0);
  });

  it('no longer keeps its files', async () => {
    const library = testLibrary(studio);
    const [owner, forker] = [await studio.person(), await studio.person()];
    const asset = await library.add(owner, 'kept.txt');
    const source = await studio.project(owner, { html: asset.url, isPublic: true });
    const { body: fork } = await studio.call('post', `/projects/${source.id}/fork`, forker).expect(201);
    await library.remove(owner, asset).expect(204);
    const { assets } = await library.rows();
    await remove(fork).expect(204);
    await runJobs(studio, 'assets');
    expect((await library.rows()).assets).toBe(assets - 1);
  });
});

describe('the list of accounts', () => {
  it('is searched by name and email, and sorted', async () => {
    const [zoe, abe] = [await studio.person('zoe-listed'), await studio.person('Abe-listed')];
    expect(idsOf(await users(`${search('-LISTED')}&sortBy=recent`))).toEqual([abe.user.id, zoe.user.id]);
    expect(idsOf(await users(`${search('zoe-listed@EX')}&sortBy=recent`))).toEqual([zoe.user.id]);
    expect(idsOf(await users(`${search('-listed')}&sortBy=alphabetical`))).toEqual([
      abe.user.id,
      zoe.user.id,
    ]);
    const extra = await anotherAdmin(studio, admin);
    const { data } = await users('sortBy=admin&limit=3');
    expect(data.map(({ isAdmin }: { isAdmin: boolean }) => isAdmin)).toEqual([true, true, false]);
    expect(idsOf({ data })).toContain(extra.user.id);
    await studio.call('get', '/admin/users?sortBy=views', admin).expect(400);
  });

  it('H66: has email addresses, but nothing of passwords', async () => {
    const { data } = await users('sortBy=admin&limit=1');
    expect(data).toEqual([
      {
        id: admin.user.id,
        username: 'admin',
        email: studio.config.adminEmail,
        avatar: expect.any(String),
        isAdmin: true,
        isFirstAdmin: true,
        fromForum: false,
        projects: 1,
        createdAt: expect.any(String),
        suspendedAt: null,
        suspensionReason: null,
        forumDestroyedAt: null,
      },
    ]);
  });
});

describe('a suspended account', () => {
  it('is signed out everywhere, gets the reason when it signs in, and nobody else sees its projects', async () => {
    const person = await studio.person();
    const shown = await studio.project(person, { title: 'Was on show', isPublic: true, isEmbeddable: true });
    const embedded = await studio.project(person, { isEmbeddable: true });
    const hidden = await studio.project(person);
    const reader = await studio.person();
    const [own, other, embed] = [await tabs.open(person), await tabs.open(reader), await tabs.open()];
    expect((await other.watch(shown)).ok).toBe(true);
    expect((await embed.watch(embedded)).ok).toBe(true);
    await studio.call('get', `/projects/${shown.id}`).expect(200);

    const ended = own.ended();
    const { body } = await suspend(studio, admin, person).expect(200);
    expect(body).toMatchObject({
      suspendedAt: expect.any(String),
      suspensionReason: 'Spam, again and again.',
    });
    await ended;
    // Before all news of their projects, except that a view was counted.
    const received = own.received.filter(([event]) => event !== 'project:stats');
    const why = 'This account is suspended: “Spam, again and again.”';
    expect(received).toEqual([['session:revoked', { reason: why }]]);
    await studio.call('get', '/auth/me', person).expect(401);
    const refused = await studio
      .call('post', '/auth/login')
      .send({ email: person.user.email, password: person.password });
    expect(refused.body).toMatchObject({ statusCode: 403, code: 'suspended' });
    expect(refused.body.detail).toContain('Spam, again and again.');
    const wrong = { email: person.user.email, password: 'not the password' };
    expect((await studio.call('post', '/auth/login').send(wrong).expect(401)).body.code).toBe(
      'invalid_credentials',
    );

    await other.settle();
    await embed.settle();
    expect(other.received).toContainEqual(['project:removed', { projectId: shown.id, by: 'moderation' }]);
    expect(embed.received).toContainEqual(['project:removed', { projectId: embedded.id, by: 'moderation' }]);
    const unknown = (await studio.call('get', `/projects/${newId()}`, reader).expect(404)).body.detail;
    for (const who of [undefined, reader])
      for (const path of [`/projects/${shown.id}`, `/projects/${shown.id}?for_embed=true`])
        expect((await studio.call('get', path, who).expect(404)).body.detail).toBe(unknown);
    expect(await list(search('Was on show'))).toMatchObject({
      data: [{ id: shown.id, ownerSuspended: true }],
    });

    await suspend(studio, admin, person, false).expect(200);
    await suspend(studio, admin, person, false).expect(200);
    const back = await signIn(studio, person.user.email, person.password);
    for (const [project, isPublic, isEmbeddable] of [
      [shown, true, true],
      [embedded, false, true],
      [hidden, false, false],
    ] as const)
      expect((await studio.call('get', `/projects/${project.id}`, back).expect(200)).body).toMatchObject({
        isPublic,
        isEmbeddable,
        version: project.version,
      });
    await studio.call('get', `/projects/${shown.id}`).expect(200);
    const { body: log } = await studio.call('get', `/admin/audit?${search(person.user.username)}`, admin);
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual([
      'user.unsuspended',
      'user.suspended',
    ]);
  });

  it('is announced to other admins, as is the end of the suspension, and both are in their feed', async () => {
    const person = await studio.person();
    const other = await anotherAdmin(studio, admin);
    const [tab, outside] = [await tabs.open(other), await tabs.open(await studio.person())];
    await suspend(studio, admin, person).expect(200);
    await suspend(studio, admin, person, false).expect(200);
    await tab.settle();
    await outside.settle();
    const subject = { kind: 'user', id: person.user.id, name: person.user.username };
    const actor = { id: admin.user.id, username: admin.user.username };
    const events = ['user-suspended', 'user-unsuspended'].map((type) =>
      expect.objectContaining({ type, actor, subject }),
    );
    expect(tab.received).toEqual(events.map((event) => ['moderation:event', event]));
    expect(outside.received).toEqual([]);
    const { body } = await studio.call('get', '/admin/activity?limit=2', other).expect(200);
    expect(body.data).toEqual(events.toReversed());
  });

  it('that is suspended once more, for the same reason, is on record once', async () => {
    const person = await studio.person();
    const other = await anotherAdmin(studio, admin);
    const { body: first } = await suspend(studio, admin, person).expect(200);
    const { body: second } = await suspend(studio, other, person).expect(200);
    expect(second).toEqual(first);
    const { body: log } = await studio.call('get', `/admin/audit?${search(person.user.username)}`, admin);
    const acts = log.data.filter(({ action }: { action: string }) => action === 'user.suspended');
    expect(acts).toMatchObject([{ actor: { id: admin.user.id } }]);
    const { body: feed } = await studio.call('get', '/admin/activity?limit=5', admin).expect(200);
    const events = feed.data.filter(({ type }: { type: string }) => type === 'user-suspended');
    expect(
      events.filter(({ subject }: { subject: { id: string } }) => subject.id === person.user.id),
    ).toHaveLength(1);
  });

  it('cannot sign in through the forum', async () => {
    const id = newId();
    const handOff = () => {
      const claims = { sub: id, email: `${id}@forum.example`, username: id, aud: 'studio', jti: newId() };
      const token = jwt.sign({ ...claims, exp: Math.floor(Date.now() / 1_000) + 300 }, forumSecret);
      return studio.call('post', '/auth/discourse-login').send({ token });
    };
    const { user } = (await handOff().expect(200)).body;
    expect((await users(search(id))).data).toMatchObject([{ id: user.id, fromForum: true }]);
    await suspend(studio, admin, { user }).expect(200);
    const { body } = await handOff().expect(403);
    expect(body).toMatchObject({ code: 'suspended', detail: expect.stringContaining('Spam, again') });
  });

  it('cannot be an admin’s or an unknown one', async () => {
    const other = await anotherAdmin(studio, admin);
    for (const whom of [admin, other])
      expect((await suspend(studio, admin, whom).expect(409)).body.code).toBe('is_admin');
    await studio.call('get', '/auth/me', other).expect(200);
    const nobody = { user: { ...other.user, id: newId() } };
    await suspend(studio, admin, nobody).expect(404);
    await suspend(studio, admin, nobody, false).expect(404);
    const path = `/admin/users/${other.user.id}/suspension`;
    await studio.call('patch', path, admin).send({ suspended: true }).expect(400);
    await studio.call('patch', path, admin).send({ suspended: 'yes', reason: 'x' }).expect(400);
  });

  it('H15: is not what one makes of oneself by fields of another call', async () => {
    const person = await studio.person();
    const odd = { avatar: person.user.avatar, isAdmin: true, is_admin: true, suspendedAt: null };
    expect((await studio.call('patch', '/auth/me', person).send(odd).expect(200)).body.isAdmin).toBe(false);
    const project = await studio.project(person, { withheldBy: 'takedown', isAdmin: true } as object);
    await studio.call('put', `/projects/${project.id}`, person).send({ isPublic: true }).expect(200);
  });
});
