import jwt from 'jsonwebtoken';
import { sql } from 'kysely';
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

/**
 * Makes the database refuse to end the sessions of a person; with `begunDuringChange` only one that begins when their
 * password is changed. @returns a function that ends this.
 */
export async function keepSessions(
  on: TestStudio,
  { user }: Person,
  { begunDuringChange = false } = {},
): Promise<() => Promise<void>> {
  const run = (statement: string) => sql.raw(statement).execute(on.studio.app.get(Database).sql);
  await run(`create function keep_sessions() returns trigger language plpgsql as
    $$ begin raise exception 'Sessions cannot be ended.'; end $$`);
  await run(`create trigger keep_sessions before delete on sessions for each row
    when (old.user_id = '${user.id}' ${begunDuringChange ? "and old.id = 'begunwithchange0'" : ''}) execute function keep_sessions()`);
  if (begunDuringChange) {
    await run(`create function begin_session() returns trigger language plpgsql as
      $$ begin
        insert into sessions (id, user_id, expires_at) values ('begunwithchange0', new.id, now() + '1 day');
        return new;
      end $$`);
    await run(`create trigger begin_session after update of password_hash on users for each row
      when (new.id = '${user.id}') execute function begin_session()`);
  }
  return async () => {
    await run('drop function keep_sessions cascade');
    if (begunDuringChange) await run('drop function begin_session cascade');
  };
}
