import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { firstAdmin } from '../../../test/support/studio/admin-actions.js';
import {
  type Person,
  signIn,
  startTestStudio,
  type TestStudio,
} from '../../../test/support/studio/test-studio.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio();
});
afterAll(() => studio.stop());

describe('registering', () => {
  it('makes an account, signs in and gives a default avatar', async () => {
    const { user, access_token } = await studio.person('Ada_1');
    expect(user).toMatchObject({ username: 'Ada_1', email: 'Ada_1@example.org', isAdmin: false });
    expect(user.avatar).toBe(`${studio.config.assetsUrl}/avatars/initials/Ada_1.svg`);
    expect(access_token.split('.')).toHaveLength(3);
  });

  it('refuses a name or email that is taken, whatever its case', async () => {
    await studio.person('Grace');
    const register = (email: string, username: string) =>
      studio.call('post', '/auth/register').send({ email, username, password: 'a good password' });
    const email = await register('GRACE@example.org', 'somebody').expect(409);
    expect(email.body).toMatchObject({ code: 'email_taken', fields: [{ path: 'email' }] });
    const name = await register('new@example.org', 'gRACE').expect(409);
    expect(name.body).toMatchObject({ code: 'username_taken', fields: [{ path: 'username' }] });
  });

  it('never makes an admin, not even with the admin’s address', async () => {
    const response = await studio
      .call('post', '/auth/register')
      .send({ email: 'x@example.org', username: 'sly', password: 'a good password', isAdmin: true })
      .expect(201);
    expect(response.body.user.isAdmin).toBe(false);
    await studio
      .call('post', '/auth/register')
      .send({ email: 'ADMIN@studio.local', username: 'sly2', password: 'a good password' })
      .expect(409);
  });
});

describe('signing in', () => {
  it('gives a new token each time, for the address in any case', async () => {
    const person = await studio.person('linus');
    const first = await signIn(studio, 'LINUS@Example.org', person.password);
    const second = await signIn(studio, 'linus@example.org', person.password);
    expect(first.access_token).not.toBe(second.access_token);
    expect(first.user).toEqual(person.user);
  });

  it('answers an unknown account exactly like a wrong password', async () => {
    const person = await studio.person('margaret');
    const attempt = async (email: string) => {
      const { body } = await studio
        .call('post', '/auth/login')
        .send({ email, password: 'wrong' })
        .expect(401);
      return { ...body, requestId: '' };
    };
    expect(await attempt('nobody@example.org')).toEqual(await attempt(person.user.email));
  });

  it('knows the demo account', async () => {
    const demo = await signIn(studio, 'demo@studio.local', 'demo-studio');
    expect(demo.user).toMatchObject({ username: 'demo', isAdmin: false });
  });

  it('lets nobody change the password of the demo account, which is for everybody', async () => {
    const demo = await signIn(studio, 'demo@studio.local', 'demo-studio');
    const change = { currentPassword: 'demo-studio', newPassword: 'mine alone' };
    await studio.call('post', '/auth/password', demo).send(change).expect(403);
    await signIn(studio, 'demo@studio.local', 'demo-studio');
  });
});

describe('a session', () => {
  it('ends with logout, while the person’s other sessions live on', async () => {
    const one = await studio.person();
    const other = await signIn(studio, one.user.email, one.password);
    await studio.call('post', '/auth/logout', one).expect(204);
    await studio.call('get', '/auth/me', one).expect(401);
    await studio.call('get', '/projects', one).expect(401);
    await studio.call('get', '/auth/me', other).expect(200);
  });

  it('ends everywhere else when the password changes', async () => {
    const one = await studio.person();
    const other = await signIn(studio, one.user.email, one.password);
    const change = (currentPassword: string) =>
      studio.call('post', '/auth/password', one).send({ currentPassword, newPassword: 'another password' });
    const refused = await change('wrong').expect(400);
    expect(refused.body.fields).toEqual([{ path: 'currentPassword', message: 'is wrong' }]);
    await studio.call('get', '/auth/me', other).expect(200);
    await change(one.password).expect(204);
    await studio.call('get', '/auth/me', one).expect(200);
    await studio.call('get', '/auth/me', other).expect(401);
    await signIn(studio, one.user.email, 'another password');
    await studio
      .call('post', '/auth/login')
      .send({ email: one.user.email, password: one.password })
      .expect(401);
  });

  it('survives a restart', async () => {
    const person = await studio.person();
    await studio.restart();
    const response = await studio.call('get', '/auth/me', person).expect(200);
    expect(response.body).toEqual(person.user);
  });
});

describe('a token', () => {
  const withToken = (authorization: string) =>
    studio.call('get', '/auth/me').set('authorization', authorization);

  it('that is missing, or the literal undefined, is none', async () => {
    await studio.call('get', '/auth/me').expect(401);
    await withToken('Bearer undefined').expect(401);
    await studio.call('get', '/projects/public').set('authorization', 'Bearer undefined').expect(200);
  });

  it('that is dead is refused even where none is needed', async () => {
    await studio.call('get', '/projects/public').set('authorization', 'Bearer dead').expect(401);
  });
});

describe('the avatar', () => {
  it('is one of the studio’s own', async () => {
    const person = await studio.person();
    const avatar = `${studio.config.assetsUrl}/avatars/pixel-art/seed%201.svg`;
    const response = await studio.call('patch', '/auth/me', person).send({ avatar }).expect(200);
    expect(response.body.avatar).toBe(avatar);
  });

  it('is at the present ASSETS_URL, also where it was chosen at another', async () => {
    const { assetsUrl } = studio.config;
    const moveTo = (to: string) =>
      studio.restart(async () => void Object.assign(studio.config, { assetsUrl: to }));
    const [plain, chooser] = [await studio.person(), await studio.person()];
    const avatar = `${assetsUrl}/avatars/bottts/robot.svg`;
    await studio.call('patch', '/auth/me', chooser).send({ avatar }).expect(200);
    await moveTo('http://files.example');
    try {
      const avatarOf = async (who: Person) =>
        (await studio.call('get', '/auth/me', who).expect(200)).body.avatar;
      expect(await avatarOf(plain)).toBe(`http://files.example/avatars/initials/${plain.user.username}.svg`);
      expect(await avatarOf(chooser)).toBe('http://files.example/avatars/bottts/robot.svg');
      const admin = await firstAdmin(studio);
      const path = `/admin/users?search=${chooser.user.username}`;
      expect((await studio.call('get', path, admin).expect(200)).body.data).toMatchObject([
        { avatar: 'http://files.example/avatars/bottts/robot.svg' },
      ]);
    } finally {
      await moveTo(assetsUrl);
    }
  });

  it.each([
    'http://169.254.169.254/avatars/bottts/x.svg',
    'https://example.org/a.svg',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    '{assets}/avatars/unknown-style/x.svg',
    '{assets}/avatars/bottts/../../x.svg',
    '{assets}/avatars/bottts/x.svg?y',
    '{assets}/avatars/bottts/x.svg#y',
    // Addresses that the studio would draw nothing for.
    '{assets}/avatars/bottts/%ff.svg',
    '{assets}/avatars/bottts/%0a.svg',
    `{assets}/avatars/bottts/${'x'.repeat(129)}.svg`,
    '{assets}@evil.example/avatars/bottts/x.svg',
    '/avatars/bottts/x.svg',
  ])('H69 is refused elsewhere: %s', async (template) => {
    const demo = await signIn(studio, 'demo@studio.local', 'demo-studio');
    const avatar = template.replace('{assets}', studio.config.assetsUrl);
    const response = await studio.call('patch', '/auth/me', demo).send({ avatar }).expect(400);
    expect(response.body.fields).toEqual([expect.objectContaining({ path: 'avatar' })]);
    const me = await studio.call('get', '/auth/me', demo).expect(200);
    expect(me.body.avatar).toBe(demo.user.avatar);
  });
});
