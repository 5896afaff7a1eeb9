import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '@studio/contract/route';
import { routes } from '@studio/contract/routes';
import jwt from 'jsonwebtoken';
import { newId } from '../../src/common/ids.js';
import { Database } from '../../src/database/database.js';
import { linkIn, type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.js';
import { type NameWithBody, sampleBodies } from '../support/requests/sample-bodies.js';
import { firstAdmin } from '../support/studio/admin-actions.js';
import { type Person, startTestStudio, type TestStudio } from '../support/studio/test-studio.js';
import { until } from '../support/until.js';

const secret = 'what the forum and the studio share';
let studio: TestStudio;
let mail: MailServer;
let admin: Person;
let author: Person;
let caller: Person;
beforeAll(async () => {
  mail = await startMailServer();
  studio = await startTestStudio({
    FORUM_SECRET: secret,
    FORUM_WEBHOOK_SECRET: secret,
    SMTP_URL: mail.url,
    MAIL_FROM: 'studio@studio.example',
  });
  admin = await firstAdmin(studio);
  author = await studio.resident();
  caller = await studio.resident();
});
afterAll(async () => {
  await studio.stop();
  await mail.stop();
});

/** Fields that a client might try to set, in the names of the API and of the database. */
const forged = (): object => ({
  id: newId(),
  userId: admin.user.id,
  user_id: admin.user.id,
  ownerId: admin.user.id,
  reporterId: admin.user.id,
  reporter: { id: admin.user.id },
  isAdmin: true,
  is_admin: true,
  isFirstAdmin: true,
  admin: true,
  likes: 99,
  views: 99,
  forkCount: 99,
  fork_count: 99,
  isLiked: true,
  version: 99,
  forkedFrom: newId(),
  forked_from: newId(),
  createdAt: '2001-01-01T00:00:00Z',
  created_at: '2001-01-01T00:00:00Z',
  updatedAt: '2001-01-01T00:00:00Z',
  deletedAt: '2001-01-01T00:00:00Z',
  deleted_at: '2001-01-01T00:00:00Z',
  withheldBy: 'takedown',
  withheld_by: 'takedown',
  wasPublic: true,
  takenDown: true,
  forumId: '1',
  forum_id: '1',
  passwordHash: 'x',
  password_hash: 'x',
  hasPassword: false,
  suspendedAt: '2001-01-01T00:00:00Z',
  suspended_at: '2001-01-01T00:00:00Z',
  kind: 'appeal',
  state: 'removed',
  resolvedBy: admin.user.id,
  resolution: { note: 'x' },
  ['__proto__']: { isAdmin: true },
  constructor: { prototype: { isAdmin: true } },
});

interface Attempt {
  /** The value of `:id` in the path. */
  id?: string;
  who?: Person;
  /** Fields that replace those of the sample body. */
  body?: object;
  headers?: (body: string) => Record<string, string>;
}

/** A token with the forged claims, except those that the signing library cannot handle. */
function forumToken(sub: string): string {
  const { ['__proto__']: _, constructor: __, ...claims } = forged() as Record<string, unknown>;
  const person = { sub, email: `${sub}@forum.example`, username: `f${sub}`, jti: newId(), aud: 'studio' };
  return jwt.sign({ ...claims, ...person }, secret, { expiresIn: 300 });
}

const filed = async () => {
  const { id } = await studio.project(author, { isPublic: true });
  const sent = studio.call('post', `/projects/${id}/report`, caller).send({ reason: 'abuse' });
  return { projectId: id, reportId: (await sent.expect(201)).body.id as string };
};

const madeLink = async () => {
  const { id } = await studio.project(author);
  const made = studio.call('post', `/projects/${id}/links`, author).send({ name: 'Friends' });
  return { projectId: id, secret: (await made.expect(201)).body.secret as string };
};

/** Makes each route accept its sample body. */
const attempts: Record<NameWithBody, () => Attempt | Promise<Attempt>> = {
  login: () => ({}),
  register: () => ({}),
  forumLogin: () => ({ body: { token: forumToken(newId()) } }),
  forumWebhook: async () => {
    const id = newId();
    await studio
      .call('post', '/auth/discourse-login')
      .send({ token: forumToken(id) })
      .expect(200);
    return {
      body: { user: { id, username: `f${id}` } },
      headers: (body) => ({
        'x-discourse-event': 'user_updated',
        'x-discourse-event-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      }),
    };
  },
  updateMe: () => ({ who: caller }),
  changePassword: async () => ({ who: await studio.person() }),
  requestPasswordReset: () => ({ body: { email: author.user.email } }),
  resetPassword: async () => {
    const { email } = (await studio.person()).user;
    await studio.call('post', '/auth/password-reset').send({ email }).expect(204);
    const sent = () => mail.received.find(({ to }) => to.includes(email));
    await until(() => sent() !== undefined);
    return { body: { token: linkIn(sent() as ReceivedMail).hash.slice(1) } };
  },
  createProject: () => ({ who: caller }),
  updateProject: async () => ({ who: caller, id: (await studio.project(caller)).id }),
  nameRevision: async () => ({ who: caller, id: (await studio.project(caller)).id }),
  publishRevision: async () => ({ who: caller, id: (await studio.project(caller)).id }),
  restoreRevision: async () => ({ who: caller, id: (await studio.project(caller)).id }),
  reportProject: async () => ({ who: caller, id: (await studio.project(author, { isPublic: true })).id }),
  createLink: async () => ({ who: caller, id: (await studio.project(caller)).id }),
  openLink: async () => ({ body: { secret: (await madeLink()).secret } }),
  forkLinked: async () => {
    const { secret, projectId } = await madeLink();
    return { who: caller, id: projectId, body: { secret } };
  },
  resolvePackages: () => ({}),
  storePicture: async () => ({ who: caller, id: (await studio.project(caller)).id }),
  appealTakedown: async () => {
    const { projectId, reportId } = await filed();
    const sent = studio.call('post', `/admin/reports/${reportId}/resolve`, admin).send({ action: 'remove' });
    await sent.expect(200);
    return { who: author, id: projectId };
  },
  resolveReport: async () => ({ who: admin, id: (await filed()).reportId }),
  setSuspension: async () => ({ who: admin, id: (await studio.person()).user.id }),
};

/** The protected columns of all rows, which no body may set. */
async function protectedRows() {
  const { sql } = studio.studio.app.get(Database);
  const users = await sql
    .selectFrom('users')
    .select(['id', 'is_admin', 'forum_id', 'created_at', 'forum_suspended_at', 'forum_destroyed_at'])
    .select(['forum_groups', 'forum_seen_at'])
    .execute();
  const projects = await sql
    .selectFrom('projects')
    .select(['id', 'user_id', 'views', 'likes', 'fork_count', 'version', 'forked_from', 'created_at'])
    .select(['deleted_at', 'withheld_by', 'was_public', 'was_embeddable'])
    .execute();
  const reports = await sql
    .selectFrom('reports')
    .select(['id', 'kind', 'project_id', 'reporter_id', 'state', 'resolved_by', 'created_at'])
    .execute();
  const takedowns = await sql
    .selectFrom('takedowns')
    .select(['project_id', 'appeal_id', 'created_at'])
    .execute();
  const links = await sql
    .selectFrom('project_links')
    .select(['id', 'views', 'secret_hash', 'created_at'])
    .execute();
  return { users, projects, links, reports, takedowns };
}
type Rows = Awaited<ReturnType<typeof protectedRows>>;

/** The protected columns of a new row. */
const untouched = {
  users: () => ({
    forum_groups: [],
    forum_seen_at: null,
    is_admin: false,
    forum_suspended_at: null,
    forum_destroyed_at: null,
  }),
  projects: () => ({
    user_id: caller.user.id,
    views: 0,
    likes: 0,
    fork_count: 0,
    version: 1,
    forked_from: null,
    deleted_at: null,
    withheld_by: null,
    was_public: false,
    was_embeddable: false,
  }),
  links: () => ({ views: 0 }),
  reports: (name: NameWithBody) =>
    name === 'appealTakedown'
      ? { kind: 'appeal', reporter_id: author.user.id, state: 'open', resolved_by: null }
      : { kind: 'report', reporter_id: caller.user.id, state: 'open', resolved_by: null },
  takedowns: () => ({}),
};

/** Checks the intended changes of protected columns, and reverts them in the rows. */
const meant: Partial<Record<NameWithBody, (after: Rows, id: string) => void>> = {
  updateProject: ({ projects }, id) => {
    const project = projects.find((one) => one.id === id);
    expect(project?.version).toBe(2);
    Object.assign(project ?? {}, { version: 1 });
  },
  // Opening a link counts a view.
  openLink: ({ links }) => {
    const opened = links.find(({ views }) => views === 1);
    Object.assign(opened ?? {}, { views: 0 });
  },
  forkLinked: ({ projects }, id) => {
    const source = projects.find((one) => one.id === id);
    expect(source?.fork_count).toBe(1);
    Object.assign(source ?? {}, { fork_count: 0 });
    const fork = projects.find((one) => one.forked_from === id);
    Object.assign(fork ?? {}, { forked_from: null });
  },
  resolveReport: ({ reports }, id) => {
    const report = reports.find((one) => one.id === id);
    expect(report).toMatchObject({ state: 'dismissed', resolved_by: admin.user.id });
    Object.assign(report ?? {}, { state: 'open', resolved_by: null });
  },
  appealTakedown: ({ takedowns, reports }, id) => {
    const takedown = takedowns.find((one) => one.project_id === id);
    expect(reports.map((one) => one.id)).toContain(takedown?.appeal_id);
    Object.assign(takedown ?? {}, { appeal_id: null });
  },
};

const keyOf = (row: object) => JSON.stringify('id' in row ? row.id : Object.values(row)[0]);

describe('fields that nobody may set', () => {
  it.each(Object.keys(attempts) as NameWithBody[])(
    'H15 are ignored by %s, and no protected column changes',
    async (name) => {
      const { id = '', who, body, headers } = await attempts[name]();
      const route: Route = routes[name];
      const sample = { ...sampleBodies[name](who ?? caller), ...body };
      const nested = Object.fromEntries(
        Object.entries(sample).map(([field, value]) => [
          field,
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? { ...forged(), ...value }
            : value,
        ]),
      );
      const before = await protectedRows();
      const text = JSON.stringify({ ...forged(), ...nested });
      const path = route.path.replace(':id', id).replace(':rev', '1');
      const response = await studio
        .call(route.method.toLowerCase() as 'post', path, who)
        .type('application/json')
        .set(headers?.(text) ?? {})
        .send(text);
      expect({ status: response.status, body: response.body }).toMatchObject({ status: route.status });

      const after = await protectedRows();
      meant[name]?.(after, id);
      for (const table of Object.keys(after) as (keyof Rows)[]) {
        const known = new Map(before[table].map((row) => [keyOf(row), row]));
        const [kept, added] = [
          after[table].filter((row) => known.has(keyOf(row))),
          after[table].filter((row) => !known.has(keyOf(row))),
        ];
        expect(kept).toHaveLength(known.size);
        for (const row of kept) expect(row).toEqual(known.get(keyOf(row)));
        for (const row of added) {
          expect(row).toMatchObject(untouched[table](name));
          if ('created_at' in row)
            expect(Date.parse(String(row.created_at))).toBeGreaterThan(Date.parse('2020-01-01'));
        }
      }
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    },
  );

  it('H15 are tried here for every route with a body', () => {
    const taking = Object.entries<Route>(routes).filter(([, { body }]) => body !== undefined);
    expect(taking.map(([name]) => name).toSorted()).toEqual(Object.keys(attempts).toSorted());
  });
});
