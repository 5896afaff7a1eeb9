import { JwtService } from '@nestjs/jwt';
import type { Project } from '@studio/contract/http/projects';
import type { ProjectLink } from '@studio/contract/links';
import jwt from 'jsonwebtoken';
import { newId } from '../../src/common/ids.js';
import { Database } from '../../src/database/database.js';
import { digestOf, resetAudience } from '../../src/features/auth/password-resets.js';
import { testLibrary } from '../support/requests/test-library.js';
import { anotherAdmin } from '../support/studio/admin-actions.js';
import type { Person, TestStudio } from '../support/studio/test-studio.js';

/** The callers: nobody, people with different rights, a user whose session has ended (`dead`), and a forged token. */
export const identities = ['nobody', 'owner', 'stranger', 'moderator', 'dead', 'forged'] as const;
export type Identity = (typeof identities)[number];

const forumSecret = 'what the forum and the studio share';
export const webhookSecret = 'what the forum signs its webhooks with';
export const metricsToken = 'reads-the-metrics';

/** The variables of a studio in which every route can succeed. */
export const fuzzedStudio = {
  FORUM_URL: 'https://forum.example',
  FORUM_SECRET: forumSecret,
  FORUM_WEBHOOK_SECRET: webhookSecret,
  METRICS_TOKEN: metricsToken,
  // No server accepts mail there; the route that sends it succeeds anyway.
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'studio@studio.example',
  RATE_LIMIT_SCALE: '1000',
  TRUSTED_PROXIES: '127.0.0.1',
};

/** How many casts there have been. Each registers from another network, as one may register 60 people a minute. */
let casts = 0;

/** New people for one round, with their projects. */
export interface Cast {
  people: Record<'owner' | 'stranger' | 'moderator' | 'dead', Person>;
  projects: Record<'private' | 'public' | 'embeddable', Project>;
  /** The admins at this moment. */
  admins: Set<Identity>;
  /** The values that replace `{name}` in a plan. */
  texts: Readonly<Record<string, string>>;
}

/** The names of ids in `texts` of existing resources, by the folder of their routes. */
export const thingsIn: Readonly<Record<string, readonly string[]>> = {
  projects: ['private', 'public', 'embeddable', 'trashed', 'takenDown', 'strangers', 'strangersPublic'],
  assets: ['asset', 'strangersAsset'],
  users: ['ownerId', 'strangerId', 'moderatorId', 'firstAdminId'],
  reports: ['report', 'decided', 'appealed'],
  links: ['link'],
};

export async function createCast(studio: TestStudio, first: Person): Promise<Cast> {
  const { call, project } = studio;
  casts += 1;
  const address = `198.18.${casts >> 8}.${casts & 255}`;
  const owner = await studio.resident(undefined, address);
  const stranger = await studio.person(undefined, address);
  const dead = await studio.person(undefined, address);
  const moderator = await anotherAdmin(studio, first, address);
  await call('post', '/auth/logout', dead).expect(204);
  const own = {
    private: await project(owner, { title: 'Private', html: '<p>secret</p>' }),
    public: await project(owner, { title: 'Public', isPublic: true, isEmbeddable: true, tags: ['a'] }),
    embeddable: await project(owner, { title: 'Embeddable', isEmbeddable: true }),
  };
  await call('put', `/projects/${own.private.id}`, owner).send({ html: 'again' }).expect(200);
  await call('post', `/projects/${own.public.id}/revisions/1/publish`, owner)
    .send({ name: 'First', version: 1 })
    .expect(200);
  const trashed = await project(owner, { title: 'Trashed' });
  await call('delete', `/projects/${trashed.id}`, owner).expect(204);
  const takenDown = await project(owner, { title: 'Taken down', isPublic: true });
  const decided = await report(studio, stranger, takenDown);
  await resolve(studio, moderator, decided, 'remove');
  const appealed = await project(owner, { title: 'Appealed', isPublic: true });
  await resolve(studio, moderator, await report(studio, stranger, appealed), 'remove');
  await call('post', `/projects/${appealed.id}/appeal`, owner).send({ note: 'Please.' }).expect(201);
  const { body: appeals } = await call('get', '/admin/reports?limit=100', moderator).expect(200);
  const library = testLibrary(studio);
  const { origin } = new URL(studio.config.publicUrl);
  const link = await linkTo(studio, owner, own.private);
  const texts: Record<string, string> = {
    private: own.private.id,
    public: own.public.id,
    embeddable: own.embeddable.id,
    trashed: trashed.id,
    takenDown: takenDown.id,
    strangers: (await project(stranger)).id,
    strangersPublic: (await project(stranger, { isPublic: true })).id,
    asset: (await library.add(owner, 'a.txt')).id,
    strangersAsset: (await library.add(stranger, 'a.txt')).id,
    ownerId: owner.user.id,
    strangerId: stranger.user.id,
    moderatorId: moderator.user.id,
    firstAdminId: first.user.id,
    report: await report(studio, stranger, own.public),
    decided,
    appealed: appeals.data.find(({ kind }: { kind: string }) => kind === 'appeal').id,
    ownerEmail: owner.user.email,
    password: owner.password,
    newEmail: `${newId()}@example.org`,
    newName: `n${newId()}`,
    avatar: `${studio.config.assetsUrl}/avatars/bottts/x.svg`,
    page: `${origin}/project/${own.public.id}`,
    forumToken: forumToken(),
    link: link.id,
    linkSecret: link.secret ?? '',
    resetToken: await resetToken(studio, await studio.person(undefined, address)),
  };
  return {
    people: { owner, stranger, moderator, dead },
    projects: own,
    admins: new Set(['moderator']),
    texts,
  };
}

async function linkTo({ call }: TestStudio, owner: Person, { id }: Project): Promise<ProjectLink> {
  const { body } = await call('post', `/projects/${id}/links`, owner).send({ name: 'Friends' }).expect(201);
  return body;
}

async function report(studio: TestStudio, by: Person, { id }: Project): Promise<string> {
  const response = await studio
    .call('post', `/projects/${id}/report`, by)
    .send({ reason: 'spam' })
    .expect(201);
  return response.body.id;
}

function resolve(studio: TestStudio, by: Person, id: string, action: string) {
  return studio.call('post', `/admin/reports/${id}/resolve`, by).send({ action }).expect(200);
}

/** The token of a link that resets a password. */
async function resetToken({ studio: { app } }: TestStudio, { user: { id } }: Person): Promise<string> {
  const { password_hash } = await app
    .get(Database)
    .sql.selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return app
    .get(JwtService)
    .signAsync(
      { sub: id, password: digestOf(password_hash ?? '') },
      { audience: resetAudience, expiresIn: '30m' },
    );
}

function forumToken(): string {
  const id = newId();
  const claims = { sub: id, email: `${id}@forum.example`, username: id, aud: 'studio', jti: id };
  return jwt.sign(claims, forumSecret, { expiresIn: 300 });
}
