import { type Namespace, Server } from 'socket.io';
import { EventPublisher } from '../../common/domain-events.js';
import { Database } from '../../database/database.js';
import { AuditLog } from '../../features/audit/audit-log.service.js';
import { Announcer } from '../../features/realtime/announcer.js';
import type { StudioServer } from '../../features/realtime/studio-socket.js';
import { UsersService } from '../../features/users/users.service.js';
import { SessionStore } from '../../ports/session-store.js';
import { SocketFanOut } from '../../ports/socket-fan-out.js';
import { type AdminStudio, byCommandLine, type Command, CommandError, UsageError } from '../command.js';

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
      await tellReplicas(studio, ended);
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

/** Running replicas hear of it as if another of them had ended the sessions, and cut their sockets off. */
async function tellReplicas({ app, config, say }: AdminStudio, sessionIds: string[]): Promise<void> {
  if (config.redisUrl === null) {
    if (config.databaseUrl !== null)
      say('Without REDIS_URL no running studio can be told: it cuts off open sockets within a minute.');
    return;
  }
  const server: StudioServer = new Server({
    // socket.io calls it with `new`. It has no sockets that could come back.
    adapter: function adapterOf(namespace: Namespace) {
      return app.get(SocketFanOut).createAdapter(namespace, 0);
    },
  });
  app.get(Announcer).start(server);
  for (const sessionId of sessionIds)
    app
      .get(EventPublisher)
      .publish('session.revoked', { sessionId, reason: 'An administrator has ended this session.' });
  await server.sockets.adapter.close();
}

/** Sessions may be elsewhere than the log, so it follows the act instead of sharing a transaction with it. */
async function putOnRecord({ app }: AdminStudio, userId: string): Promise<void> {
  const user = await app.get(UsersService).find(userId);
  if (!user) return;
  await app.get(AuditLog).record({
    actor: null,
    action: 'user.sessions-ended',
    subject: { kind: 'user', id: userId, name: user.username },
    reason: byCommandLine,
  });
}

async function endSessionsOf(studio: AdminStudio, userIds: string[]): Promise<string[]> {
  const { app, progress } = studio;
  const sessions = app.get(SessionStore);
  const ended: string[] = [];
  for (let done = 0; done < userIds.length; done += atOnce) {
    const batch = userIds.slice(done, done + atOnce);
    const endedOf = async (id: string) => ({ id, sessionIds: await sessions.revokeOthers(id, '') });
    for (const { id, sessionIds } of await Promise.all(batch.map(endedOf))) {
      if (sessionIds.length > 0) await putOnRecord(studio, id);
      ended.push(...sessionIds);
    }
    progress(`${done} of ${userIds.length} accounts`);
  }
  return ended;
}
