import { expect, it } from '@jest/globals';
import { signIn, startTestStudio } from '../../../test/support/studio/test-studio.js';
import type { Config } from '../../config/config.js';
import { Database } from '../../database/database.js';
import { FirstStartService } from './first-start.service.js';
import { UsersService } from './users.service.js';

it('a demo account that is switched on later has another name where somebody has that one', async () => {
  const studio = await startTestStudio({ DEMO_ACCOUNT: 'off' });
  try {
    await studio.person('demo');
    const { app } = studio.studio;
    const config: Config = Object.assign({}, studio.config, { demoAccount: true });
    await new FirstStartService(config, app.get(Database), app.get(UsersService)).createDemo();
    const demo = await signIn(studio, 'demo@studio.local', 'demo-studio');
    expect(demo.user.username).toBe('demo-2');
  } finally {
    await studio.stop();
  }
});
