import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database } from '../../database/database.js';
import { usedTokensContract } from '../../ports/used-tokens.contract.js';
import { UsedTokens } from '../../ports/used-tokens.js';
import { startTestStudio, type TestStudio } from '../../testing/studio.js';

let studio: TestStudio;
beforeAll(async () => {
  studio = await startTestStudio({ REDIS_URL: '' });
});
afterAll(() => studio.stop());

usedTokensContract('the database', () => studio.studio.app.get(UsedTokens));

it('used tokens that have ended leave no row behind', async () => {
  const tokens = studio.studio.app.get(UsedTokens);
  await tokens.use('ended', new Date(Date.now() - 1_000));
  await tokens.prune();
  const { sql } = studio.studio.app.get(Database);
  expect(await sql.selectFrom('used_tokens').select('name').where('name', '=', 'ended').execute()).toEqual(
    [],
  );
});
