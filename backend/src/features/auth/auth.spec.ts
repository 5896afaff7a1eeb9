import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestStudio, type TestStudio } from '../../testing/studio.js';

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
});
