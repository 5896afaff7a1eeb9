import { afterAll, beforeAll } from '@jest/globals';
import { sessionStoreContract } from '../../../test/ports/session-store.contract.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { Database } from '../../database/database.js';
import { SessionStore } from '../../ports/session-store.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({ REDIS_URL: '' });
});
afterAll(() => studio.stop());

sessionStoreContract('the database', async () => ({
  sessions: studio.studio.app.get(SessionStore),
  users: [(await studio.person()).user.id, (await studio.person()).user.id],
  many: 100,
  expire: async (id) => {
    const { sql } = studio.studio.app.get(Database);
    await sql
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('id', '=', id)
      .execute();
  },
}));
