import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { sql } from 'kysely';
import { nightly } from '../../../../test/support/nightly.js';
import {
  adminPassword,
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { Database } from '../../../database/database.js';
import { ProjectViewsService } from './project-views.service.js';

let studio: TestStudio;
let owner: Person;
beforeAll(async () => {
  studio = await startTestStudio({ TRUSTED_PROXIES: '127.0.0.1' });
  owner = await studio.resident();
});
afterAll(() => studio.stop());

const publicProject = () =>
  studio.project(owner, { title: 'P', html: '<b>', isPublic: true, isEmbeddable: true });

describe('likes', () => {
  it('toggle, set and clear; setting and clearing twice changes nothing', async () => {
    const { id } = await publicProject();
    const fan = await studio.person();
    const like = async (method: 'post' | 'put' | 'delete') =>
      (await studio.call(method, `/projects/${id}/like`, fan).expect(200)).body;
    expect(await like('post')).toEqual({ likes: 1, isLiked: true });
    expect(await like('post')).toEqual({ likes: 0, isLiked: false });
    expect(await like('put')).toEqual({ likes: 1, isLiked: true });
    expect(await like('put')).toEqual({ likes: 1, isLiked: true });
    const read = await studio.call('get', `/projects/${id}`, fan).expect(200);
    expect(read.body).toMatchObject({ likes: 1, isLiked: true, version: 1 });
    expect(await like('delete')).toEqual({ likes: 0, isLiked: false });
    expect(await like('delete')).toEqual({ likes: 0, isLiked: false });
  });

  it('H45 count one person once, of 100 likes at once', async () => {
    const { id } = await publicProject();
    const fan = await studio.person();
    const likes = Array.from({ length: 100 }, () => studio.call('put', `/projects/${id}/like`, fan));
    for (const { status, body } of await Promise.all(likes))
      expect({ status, body }).toEqual({ status: 200, body: { likes: 1, isLiked: true } });
    expect((await studio.call('get', `/projects/${id}`, owner)).body.likes).toBe(1);
  });

  it('H45 count the distinct likers, of many likes and unlikes at once', async () => {
    const { id } = await publicProject();
    const fans = await Promise.all(Array.from({ length: 10 }, () => studio.person()));
    for (let round = 0; round < (nightly ? 10 : 2); round++)
      await Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          studio.call(i % 3 === 0 ? 'delete' : 'put', `/projects/${id}/like`, fans[i % 10]).expect(200),
        ),
      );
    const isLiked = await Promise.all(
      fans.map(async (fan) => (await studio.call('get', `/projects/${id}`, fan)).body.isLiked),
    );
    const { body } = await studio.call('get', `/projects/${id}`, owner).expect(200);
    expect(body.likes).toBe(isLiked.filter(Boolean).length);
    await Promise.all(fans.map((fan) => studio.call('put', `/projects/${id}/like`, fan).expect(200)));
    expect((await studio.call('get', `/projects/${id}`, owner)).body.likes).toBe(10);
  });
});

describe('views', () => {
  const viewsOf = async (id: string) => (await studio.call('get', `/projects/${id}`, owner)).body.views;
  const look = (id: string, who?: Person, address = '10.0.0.1', query = '') =>
    studio.call('get', `/projects/${id}${query}`, who).set('x-forwarded-for', address).expect(200);

  it('count once per viewer, never the owner’s nor an admin’s; embeds count too', async () => {
    const { id } = await publicProject();
    const admin = await signIn(studio, 'admin@studio.local', adminPassword);
    const [one, two] = [await studio.person(), await studio.person()];
    await look(id, owner);
    await look(id, admin);
    expect(await viewsOf(id)).toBe(0);
    const first = await look(id, one);
    expect(first.body.views).toBe(1);
    await look(id, one, '10.0.0.2');
    await look(id, one, '10.0.0.1', '?for_embed=true');
    expect(await viewsOf(id)).toBe(1);
    await look(id, two);
    expect(await viewsOf(id)).toBe(2);
    await look(id, undefined, '10.0.0.3', '?for_embed=true');
    await look(id, undefined, '10.0.0.3');
    expect(await viewsOf(id)).toBe(3);
    await look(id, undefined, '10.0.0.4');
    expect(await viewsOf(id)).toBe(4);
  });

  it('count not for HEAD, which shows nothing', async () => {
    const { id, version } = await publicProject();
    await studio
      .call('post', `/projects/${id}/revisions/1/publish`, owner)
      .send({ name: 'First', version })
      .expect(200);
    const reader = await studio.person();
    const ask = (path: string, who?: Person) =>
      studio.call('head', `/projects/${id}${path}`, who).expect(200);
    // Before and after the project is in memory.
    for (let round = 0; round < 2; round++) {
      for (const path of ['', '?for_embed=true', '/versions/1']) await ask(path);
      for (const path of ['', '/versions/1']) await ask(path, reader);
      expect(await viewsOf(id)).toBe(0);
    }
    await look(id, reader);
    expect(await viewsOf(id)).toBe(1);
  });

  it('count once when one viewer comes 20 times at once', async () => {
    const { id } = await publicProject();
    const viewer = await studio.person();
    await Promise.all(Array.from({ length: 20 }, () => look(id, viewer)));
    expect(await viewsOf(id)).toBe(1);
  });

  it('H83 count the 1,000 addresses of one IPv6 network once, embeds among them', async () => {
    const { id } = await publicProject();
    for (let first = 0; first < 1_000; first += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          look(id, undefined, `2001:db8:7:1:${i}::${first}`, i % 2 ? '?for_embed=true' : ''),
        ),
      );
    expect(await viewsOf(id)).toBe(1);
    await look(id, undefined, '2001:db8:7:2::1');
    expect(await viewsOf(id)).toBe(2);
  });

  it('wait to be written together, and are not lost when the studio stops meanwhile', async () => {
    const { id } = await publicProject();
    const views = studio.studio.app.get(ProjectViewsService);
    await views.flush();
    for (const address of ['10.0.1.1', '10.0.1.2', '10.0.1.3']) await look(id, undefined, address);
    await studio.restart();
    expect(studio.studio.app.get(ProjectViewsService)).not.toBe(views);
    expect(await viewsOf(id)).toBe(3);
    await look(id, undefined, '10.0.1.3');
    expect(await viewsOf(id)).toBe(3);
  });

  it('wait while they cannot be written, which is logged once, and are written in parts when they can be', async () => {
    const { sql: db } = studio.studio.app.get(Database);
    const views = studio.studio.app.get(ProjectViewsService);
    const { id } = await publicProject();
    await views.flush();
    const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    // More than a thousand at once are refused, and so is everything at first.
    await sql`
      create function refuse() returns trigger language plpgsql as $$
        begin
          if tg_argv[0]::int < (select count(*) from written) then raise 'too many'; end if;
          return null;
        end $$`.execute(db);
    const refuseAbove = async (most: number) => {
      await sql`drop trigger if exists refuse on project_views`.execute(db);
      await sql`create trigger refuse after insert on project_views referencing new table as written
        for each statement execute function refuse(${sql.lit(String(most))})`.execute(db);
    };
    await refuseAbove(0);
    for (let viewer = 0; viewer < 1_200; viewer += 1)
      await views.count(
        { id, user_id: owner.user.id, is_public: true, is_embeddable: true, views: 0 },
        { caller: null, address: `10.1.${viewer >> 8}.${viewer & 255}` },
      );
    for (let time = 0; time < 3; time += 1) await views.flush();
    expect(warned).toHaveBeenCalledTimes(1);
    expect(views.pending).toBe(1_200);
    await refuseAbove(1_000);
    await views.flush();
    expect(views.pending).toBe(0);
    expect(await viewsOf(id)).toBe(1_200);
    await sql`drop function refuse cascade`.execute(db);
    warned.mockRestore();
  });
});

describe('forks', () => {
  it('keep title and content, start private with counters at zero, and count on the source', async () => {
    const source = await studio.project(owner, {
      title: 'Source',
      html: 'h',
      css: 'c',
      js: 'j',
      description: 'd',
      tags: ['t'],
      isPublic: true,
      isEmbeddable: true,
      frameworkConfig: {
        framework: 'vue',
        cssFramework: 'bulma',
        typescript: true,
        buildTool: 'vite',
        frameworkVersion: 18,
        vueSfc: true,
      },
    });
    const forker = await studio.person();
    await studio.call('put', `/projects/${source.id}/like`, forker).expect(200);
    const { body: fork } = await studio.call('post', `/projects/${source.id}/fork`, forker).expect(201);
    expect(fork).toEqual({
      ...source,
      id: fork.id,
      userId: forker.user.id,
      username: forker.user.username,
      isPublic: false,
      isEmbeddable: false,
      forkedFrom: source.id,
      createdAt: fork.createdAt,
      updatedAt: fork.updatedAt,
    });
    expect(fork.id).not.toBe(source.id);
    await Promise.all(
      Array.from({ length: 5 }, () => studio.call('post', `/projects/${source.id}/fork`, owner).expect(201)),
    );
    const read = await studio.call('get', `/projects/${source.id}`, owner).expect(200);
    expect(read.body).toMatchObject({ forkCount: 6, version: 1 });
    await studio.call('delete', `/projects/${source.id}`, owner).expect(204);
    await studio.call('get', `/projects/${fork.id}`, forker).expect(200);
  });

  it('of one’s own private project is 403, of another’s 404', async () => {
    const { id } = await studio.project(owner);
    const refused = await studio.call('post', `/projects/${id}/fork`, owner).expect(403);
    expect(refused.body.message).toBe('Only public projects can be forked.');
    await studio.call('post', `/projects/${id}/fork`, await studio.person()).expect(404);
    expect((await studio.call('get', `/projects/${id}`, owner)).body.forkCount).toBe(0);
  });
});
