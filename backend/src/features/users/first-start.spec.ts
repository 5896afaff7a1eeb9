import { describe, expect, it } from '@jest/globals';
import { signIn, startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';

it('a demo account that is switched on later has another name where somebody has that one', async () => {
  const studio = await startTestStudio({ DEMO_ACCOUNT: 'off' });
  try {
    await studio.person('demo');
    await switchDemo(studio, true);
    const demo = await signIn(studio, 'demo@studio.local', 'demo-studio');
    expect(demo.user.username).toBe('demo-2');
  } finally {
    await studio.stop();
  }
});

describe('the demo account of an earlier start', () => {
  it('is nobody’s while it is switched off: no sign-in, and its sessions end', async () => {
    const studio = await startTestStudio();
    try {
      const demo = await signIn(studio, 'demo@studio.local', 'demo-studio');
      const person = await studio.person();
      await switchDemo(studio, false);
      await until(async () => (await studio.call('get', '/auth/me', demo)).status === 401);
      await studio.call('get', '/auth/me', person).expect(200);
      const attempt = async (email: string, password: string) => {
        const { body } = await studio.call('post', '/auth/login').send({ email, password }).expect(401);
        return { ...body, requestId: '' };
      };
      expect(await attempt('Demo@Studio.local', 'demo-studio')).toEqual(
        await attempt(person.user.email, 'wrong'),
      );

      await switchDemo(studio, true);
      await studio.call('get', '/auth/me', demo).expect(401);
      await signIn(studio, 'demo@studio.local', 'demo-studio');
    } finally {
      await studio.stop();
    }
  });

  it('is an ordinary account once it has a password of its own, also while it is switched off', async () => {
    const studio = await startTestStudio({ DEMO_ACCOUNT: 'off' });
    try {
      const account = { email: 'demo@studio.local', username: 'demo', password: 'only mine' };
      await studio.call('post', '/auth/register').send(account).expect(201);
      const owner = await signIn(studio, account.email, account.password);
      await studio.restart();
      await studio.call('get', '/auth/me', owner).expect(200);
      await switchDemo(studio, true);
      const change = { currentPassword: account.password, newPassword: 'also only mine' };
      await studio.call('post', '/auth/password', owner).send(change).expect(204);
    } finally {
      await studio.stop();
    }
  });
});

/** Starts the studio again on the same data with another DEMO_ACCOUNT. */
function switchDemo(studio: TestStudio, demoAccount: boolean): Promise<void> {
  return studio.restart(async () => void Object.assign(studio.config, { demoAccount }));
}
