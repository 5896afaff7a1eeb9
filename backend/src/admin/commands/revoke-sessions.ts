import { Database } from '../../database/database.js';
import { UsersService } from '../../features/users/users.service.js';
import { SessionStore } from '../../ports/session-store.js';
import { type AdminStudio, type Command, CommandError, UsageError } from '../command.js';

const atOnce = 50;

/** Ends sessions, of one person or of everybody. */
export const revokeSessions: Command = {
  summary: 'End sessions: everybody has to sign in again.',
  usage: `--user <e-mail address or id> | --all

  --user  the sessions of one account
  --all   every session`,
  options: { user: { type: 'string' }, all: { type: 'boolean' } },
  prepare({ user, all }) {
    if ((typeof user === 'string') === (all === true)) throw new UsageError('Give either --user or --all.');
    return async (studio) => {
      const ids = typeof user === 'string' ? [await idOf(studio, user)] : await everyId(studio);
      const ended = await endSessionsOf(studio, ids);
      studio.say(`Ended ${ended.length} sessions.`);
    };
  },
};

async function idOf({ app }: AdminStudio, user: string): Promise<string> {
  const users = app.get(UsersService);
  const found = (await users.findByEmail(user)) ?? (await users.find(user));
  if (!found) throw new CommandError(`There is no account ${user}.`);
  return found.id;
}

async function everyId({ app }: AdminStudio): Promise<string[]> {
  const rows = await app.get(Database).sql.selectFrom('users').select('id').execute();
  return rows.map(({ id }) => id);
}

async function endSessionsOf({ app, progress }: AdminStudio, userIds: string[]): Promise<string[]> {
  const sessions = app.get(SessionStore);
  const ended: string[] = [];
  for (let done = 0; done < userIds.length; done += atOnce) {
    const batch = userIds.slice(done, done + atOnce);
    ended.push(...(await Promise.all(batch.map((id) => sessions.revokeOthers(id, '')))).flat());
    progress(`${done} of ${userIds.length} accounts`);
  }
  return ended;
}
