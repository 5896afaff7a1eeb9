import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sessionStoreContract } from '../../../test/ports/session-store.contract.js';
import { usedTokensContract } from '../../../test/ports/used-tokens.contract.js';
import { runJobs } from '../../../test/support/studio/run-jobs.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { Database } from '../../database/database.js';
import { SessionStore } from '../../ports/sessions.js';
import { UsedTokens } from '../../ports/used-tokens.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({ REDIS_URL: '' });
});
afterAll(() => studio.stop());

sessionStoreContract('the database', async () => ({
  sessions: studio.studio.app.get(SessionStore),
  users: [(await studio.person()).user.id, (await studio.person()).user.id],
  expire: async (id) => {
    const { sql } = studio.studio.app.get(Database);
    await sql
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('id', '=', id)
      .execute();
  },
}));

usedTokensContract('the database', () => studio.studio.app.get(UsedTokens));

it('expired used tokens leave no row behind; others are remembered', async () => {
  const tokens = studio.studio.app.get(UsedTokens);
  const later = new Date(Date.now() + 60_000);
  await tokens.markUsed('ended', new Date(Date.now() - 1_000));
  await tokens.markUsed('good', later);
  await runJobs(studio, 'used-tokens');
  const { sql } = studio.studio.app.get(Database);
  expect(await sql.selectFrom('used_tokens').select('name').where('name', '=', 'ended').execute()).toEqual(
    [],
  );
  expect(await tokens.markUsed('good', later)).toBe(false);
});
