import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProjectInput } from '@studio/contract/http/projects';
import jwt from 'jsonwebtoken';
import { sql } from 'kysely';
import request from 'supertest';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { newId } from '../../../common/ids.js';
import { Database } from '../../../database/database.js';

const secret = 'what the forum and the studio share';
let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({
    FORUM_URL: 'https://forum.example',
    FORUM_SECRET: secret,
    PUBLISHING_BY_GROUP: 'trust_level_0=0, trust_level_1=2,Makers=7,staff=unlimited',
  });
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;

/** Signs somebody in from the forum, with these fields in its response. */
async function signOn(fields: Record<string, string>, id = newId()): Promise<Person> {
  const asked = await studio.call('get', '/auth/discourse/start').expect(302);
  const question = new URL(asked.headers['location'] ?? '').searchParams.get('sso') ?? '';
  const nonce = new URLSearchParams(Buffer.from(question, 'base64').toString()).get('nonce') ?? '';
  const who = { nonce, external_id: id, email: `${id}@forum.example`, username: `u${id}` };
  const sso = Buffer.from(new URLSearchParams({ ...who, ...fields }).toString()).toString('base64');
  const sig = createHmac('sha256', secret).update(sso).digest('hex');
  const cookie = String(asked.headers['set-cookie']);
  const back = await studio
    .call('get', '/auth/discourse/callback')
    .query({ sso, sig })
    .set('cookie', cookie)
    .expect(302);
  const token = new URL(back.headers['location'] ?? '', studio.url).searchParams.get('token');
  return login(token, cookie);
}

async function login(token: string | null, cookie = ''): Promise<Person> {
  const result = studio.call('post', '/auth/discourse-login').set('cookie', cookie).send({ token });
  return (await result.expect(200)).body;
}

const create = (who: Person, input: ProjectInput = { isPublic: true }) =>
  studio.call('post', '/projects', who).send(input);
const publish = async (who: Person, times: number) => {
  for (let count = 0; count < times; count++) await create(who).expect(201);
};
const groupsOf = async ({ user }: Person) =>
  (
    await tables()
      .selectFrom('users')
      .select('forum_groups')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
  ).forum_groups;

describe('somebody of a group', () => {
  it('publishes as many projects in 24 hours as its entry allows, and gets the time when more are allowed', async () => {
    const member = await signOn({ groups: 'trust_level_0,trust_level_1' });
    const { id } = (await create(member).expect(201)).body;
    await publish(member, 1);
    const { body, headers } = await create(member).expect(429);
    expect(body).toMatchObject({
      code: 'publish_limit',
      most: 2,
      group: 'trust_level_1',
      detail: expect.stringMatching(
        /^The forum's group trust_level_1 can publish 2 projects in 24 hours\. .+ from \d{4}-.+ UTC\. .+ Your groups in the forum decide this/,
      ),
    });
    expect(Date.parse(body.publishableFrom)).toBeGreaterThan(Date.now() + 86_000_000);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400);
    // Private projects are not limited, and showing the same project again does not count.
    await create(member, {}).expect(201);
    for (const isPublic of [false, true])
      await studio.call('put', `/projects/${id}`, member).send({ isPublic }).expect(200);
    await create(member, { isEmbeddable: true }).expect(429);
  });

  it('publishes again once the first of them is older than 24 hours, however old the account is', async () => {
    const member = await signOn({ groups: 'trust_level_1' });
    const { id } = (await create(member).expect(201)).body;
    await publish(member, 1);
    await tables()
      .updateTable('users')
      .set({ created_at: sql`now() - interval '1 year'` })
      .where('id', '=', member.user.id)
      .execute();
    const age = (hours: string) =>
      tables()
        .updateTable('moderation_events')
        .set({ at: sql`now() - ${hours}::interval` })
        .where('subject_id', '=', id)
        .execute();
    await age('23 hours');
    const { body, headers } = await create(member).expect(429);
    expect(Math.abs(Date.parse(body.publishableFrom) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3_600);
    await age('24 hours');
    await publish(member, 1);
    await create(member).expect(429);
  });

  it('stays within the limit with several publications at once', async () => {
    const member = await signOn({ groups: 'trust_level_1' });
    const responses = await Promise.all(Array.from({ length: 6 }, () => create(member)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(2);
  });

  it('with 0 publishes nothing in any way, and gets no time for a retry', async () => {
    const member = await signOn({ groups: 'trust_level_0' });
    const { id } = (await create(member, {}).expect(201)).body;
    const ways = [
      create(member),
      create(member, { isEmbeddable: true }),
      studio.call('put', `/projects/${id}`, member).send({ isPublic: true }),
      studio.call('post', `/projects/${id}/links`, member).send({ name: 'For a friend' }),
    ];
    for (const { status, body, headers } of await Promise.all(ways)) {
      expect(status).toBe(403);
      expect(body).toMatchObject({ publishableFrom: null, most: 0, group: 'trust_level_0' });
      expect(body.detail).toMatch(/^The forum's group trust_level_0 cannot publish projects/);
      expect(headers).not.toHaveProperty('retry-after');
    }
  });

  it.each([
    ['public', { isPublic: true, isEmbeddable: true }],
    ['open by link', {}],
  ])(
    'gets a project that was %s out of the trash as private, for everybody who had its addresses',
    async (_, shown) => {
      const id = newId();
      const author = await signOn({ groups: 'trust_level_1' }, id);
      const { body: project } = await create(author, { title: 'Clock', ...shown }).expect(201);
      const { body: link } = await studio
        .call('post', `/projects/${project.id}/links`, author)
        .send({ name: 'For a friend' })
        .expect(201);
      const { body: own } = await studio.call('get', '/projects', author).expect(200);
      const card = new URL(own.data[0].cardUrl);
      const openCard = () =>
        request(`http://127.0.0.1:${studio.config.sandboxPort}`)
          .get(card.pathname + card.search)
          .set({ Host: card.host, 'Sec-Fetch-Dest': 'iframe' });
      const openLink = () => studio.call('post', '/links/open').send({ secret: link.secret });
      await openCard().expect(200);
      await openLink().expect(200);
      await studio.call('delete', `/projects/${project.id}`, author).expect(204);
      const member = await signOn({ groups: 'trust_level_0' }, id);
      const { body } = await studio.call('post', `/projects/${project.id}/restore`, member).expect(200);
      expect(body).toMatchObject({ title: 'Clock', isPublic: false, isEmbeddable: false, liveLinks: 0 });
      expect((await studio.call('get', `/projects/${project.id}`, member).expect(200)).body).toEqual(body);
      await studio.call('get', `/projects/${project.id}`).expect(404);
      await openCard().expect(404);
      await openLink().expect(404);
    },
  );

  it.each([
    ['a group', { groups: 'staff,trust_level_0' }],
    ['the flag of an admin', { groups: 'trust_level_0', admin: 'true' }],
    ['the flag of a moderator', { moderator: 'true' }],
  ])('of staff, by %s, publishes without limit, and is no admin here', async (_, fields) => {
    const member = await signOn({ admin: 'false', moderator: 'false', ...fields });
    await publish(member, 8);
    expect(member.user.isAdmin).toBe(false);
  });

  it('has the best entry of its groups, whatever the case of their names', async () => {
    const member = await signOn({ groups: 'trust_level_0,MAKERS,trust_level_1' });
    await publish(member, 7);
    expect((await create(member).expect(429)).body).toMatchObject({ most: 7, group: 'makers' });
  });
});

it('another group counts from the next sign-on, up and down', async () => {
  const id = newId();
  const before = await signOn({ groups: 'trust_level_0' }, id);
  await create(before).expect(403);
  await publish(await signOn({ groups: 'trust_level_0,trust_level_1' }, id), 2);
  await create(before).expect(429);
  await publish(await signOn({ groups: 'makers' }, id), 3);
  const { body } = await create(await signOn({ groups: 'trust_level_1' }, id)).expect(429);
  expect(body).toMatchObject({ most: 2, group: 'trust_level_1' });
  // Without a counting group, the rule for new accounts applies.
  const plain = await signOn({}, id);
  expect(await groupsOf(plain)).toEqual([]);
  expect((await create(plain).expect(429)).body).toMatchObject({ most: 5, group: null });
});

describe('the rule for new accounts', () => {
  it.each([
    ['no group of the table', { groups: 'everyone,trust_level_4' }],
    ['no groups', { groups: '' }],
    ['odd names', { groups: `,,staff staff,staff=unlimited,\u0000,trust_level_1\u200b,${'x'.repeat(300)}` }],
    ['flags that are none', { admin: 'yes', moderator: '1' }],
  ])('applies to a member with %s', async (_, fields) => {
    const member = await signOn(fields);
    expect(await groupsOf(member)).toEqual([]);
    await publish(member, 5);
    expect((await create(member).expect(429)).body).toMatchObject({ most: 5, group: null });
  });

  it('applies to a local account, whatever its name', async () => {
    const local = await studio.person();
    await publish(local, 5);
    expect((await create(local).expect(429)).body.group).toBeNull();
  });
});

describe('what is kept', () => {
  it('is the groups of the table, however many others there are', async () => {
    const others = Array.from({ length: 500 }, (_, n) => `g${n}`);
    const member = await signOn({ groups: [...others, 'trust_level_1', 'trust_level_1'].join(',') });
    expect(await groupsOf(member)).toEqual(['trust_level_1']);
  });

  it('comes from a token of the forum, too; one without groups and flags changes nothing', async () => {
    const sub = newId();
    const kept = async (given: object) => {
      const claims = { sub, email: 'a@forum.example', username: `u${sub}`, aud: 'studio', jti: newId() };
      return groupsOf(await login(jwt.sign({ ...claims, ...given }, secret, { expiresIn: 60 })));
    };
    expect(await kept({ groups: ['trust_level_1', 7, null, 'Staff'] })).toEqual(['trust_level_1', 'staff']);
    expect(await kept({})).toEqual(['trust_level_1', 'staff']);
    expect(await kept({ groups: 'makers,trust_level_1' })).toEqual(['trust_level_1', 'makers']);
    for (const odd of [7, { staff: true }, null, [['staff']]])
      expect(await kept({ groups: odd })).toEqual([]);
    expect(await kept({ admin: true })).toEqual(['staff']);
    // A moderator who no longer is one, in tokens without groups.
    for (const flags of [{ admin: false }, { moderator: false }, { admin: 'false', moderator: 'false' }]) {
      expect(await kept({ moderator: true })).toEqual(['staff']);
      expect(await kept(flags)).toEqual([]);
    }
  });
});
