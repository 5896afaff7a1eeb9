import { type Namespace, Server } from 'socket.io';
import { EventPublisher } from '../../common/domain-events.js';
import { Database } from '../../database/database.js';
import { AuditLogService } from '../../features/audit/audit-log.service.js';
import type { StudioServer } from '../../features/realtime/socket-adapter.js';
import { SocketBroadcaster } from '../../features/realtime/socket-broadcaster.js';
import { UsersService } from '../../features/users/users.service.js';
import { SessionStore } from '../../ports/sessions.js';
import { type Recovery, SocketFanOut } from '../../ports/socket-fan-out.js';
import { type AdminStudio, byCommandLine, type Command, CommandError, UsageError } from '../command.js';

const reason = 'An administrator has ended this session.';
const recordedAtOnce = 1_000;
/** A command has no sockets. */
const noRecovery: Recovery = {
  forMs: 0,
  mayRecover: () => Promise.resolve(false),
  disconnectAll: () => undefined,
};

/** Ends the sessions of one account or of all. */
export const revokeSessions: Command = {
  summary: 'End sessions: everybody has to sign in again.',
  usage: `--user <e-mail address or id> | --all

  --user  the sessions of one account
  --all   every session`,
  options: { user: { type: 'string' }, all: { type: 'boolean' } },
  prepare({ user, all }) {
    if ((typeof user === 'string') === (all === true)) throw new UsageError('Give either --user or --all.');
    return (studio) => (typeof user === 'string' ? endSessionsOf(studio, user) : endAllSessions(studio));
  },
};

async function endSessionsOf(studio: AdminStudio, user: string): Promise<void> {
  const { app, print } = studio;
  const userId = await idOf(studio, user);
  const ended = await app.get(SessionStore).revokeOthers(userId, '');
  notifyReplicas(studio, (events) => {
    for (const sessionId of ended) events.publish('session.revoked', { sessionId, reason });
  });
  if (ended.length > 0) await recordInAuditLog(studio, [userId]);
  print(`Ended ${ended.length} sessions.`);
}

async function endAllSessions(studio: AdminStudio): Promise<void> {
  const ended = await studio.app.get(SessionStore).revokeAll();
  notifyReplicas(studio, (events) => events.publish('sessions.all-revoked', { reason }));
  await recordInAuditLog(studio, [...new Set(ended.map(({ userId }) => userId))]);
  studio.print(`Ended ${ended.length} sessions.`);
}

async function idOf({ app }: AdminStudio, user: string): Promise<string> {
  const users = app.get(UsersService);
  const found = (await users.findByEmail(user)) ?? (await users.find(user));
  if (!found) throw new CommandError(`There is no account ${user}.`);
  return found.id;
}

/** Tells running replicas as another replica would, so that they close the sockets of these sessions. */
function notifyReplicas({ app, config, print }: AdminStudio, tell: (events: EventPublisher) => void): void {
  if (config.redisUrl === null) {
    if (config.databaseUrl !== null)
      print('Without REDIS_URL no running studio can be told: it cuts off open sockets within a minute.');
    return;
  }
  const server: StudioServer = new Server({
    // socket.io calls it with `new`.
    adapter: function adapterOf(namespace: Namespace) {
      return app.get(SocketFanOut).createAdapter(namespace, noRecovery);
    },
  });
  app.get(SocketBroadcaster).start(server);
  tell(app.get(EventPublisher));
}

/** Sessions may be in Redis, so the log is written after they have ended, not in one transaction. */
async function recordInAuditLog({ app, progress }: AdminStudio, userIds: string[]): Promise<void> {
  for (let done = 0; done < userIds.length; done += recordedAtOnce) {
    const some = userIds.slice(done, done + recordedAtOnce);
    const users = await app
      .get(Database)
      .sql.selectFrom('users')
      .select(['id', 'username'])
      .where('id', 'in', some)
      .execute();
    const acts = users.map(({ id, username }) => ({
      actor: null,
      action: 'user.sessions-ended' as const,
      subject: { kind: 'user' as const, id, name: username },
      reason: byCommandLine,
    }));
    await app.get(AuditLogService).record(...acts);
    progress(`${done} of ${userIds.length} accounts are on record`);
  }
}
