import jwt from 'jsonwebtoken';
import { RedisConnection } from '../../../src/adapters/production/redis-connection.js';
import { Database } from '../../../src/database/database.js';
import type { Person, TestStudio } from './test-studio.js';

/** Makes the session of a token expire now, in the database or in Redis. */
export async function expireSession({ studio: { app }, config }: TestStudio, person: Person): Promise<void> {
  const { sid } = jwt.decode(person.access_token) as { sid: string };
  if (config.redisUrl === null) {
    const ended = app
      .get(Database)
      .sql.updateTable('sessions')
      .set({ expires_at: new Date(0) });
    await ended.where('id', '=', sid).execute();
    return;
  }
  await app.get(RedisConnection).run(async (client) => {
    await client.pExpire(`session:${sid}`, 0);
    await client.zAdd('session-ends', { value: sid, score: 0 });
  });
}
