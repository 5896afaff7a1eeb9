import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Namespace, Server } from 'socket.io';
import { EventPublisher } from '../common/domain-events.js';
import { AuthService } from '../features/auth/auth.service.js';
import type { StudioServer } from '../features/realtime/socket-adapter.js';
import { SocketBroadcaster } from '../features/realtime/socket-broadcaster.js';
import type { Account } from '../features/users/user.entity.js';
import { UsersService } from '../features/users/users.service.js';
import { SessionStore } from '../ports/sessions.js';
import { type Recovery, SocketFanOut } from '../ports/socket-fan-out.js';
import { type AdminStudio, CommandError } from './command.js';

/** A command has no sockets that could recover. */
const noRecovery: Recovery = {
  forMs: 0,
  mayRecover: () => Promise.resolve(false),
  disconnectAll: () => undefined,
  refused: () => undefined,
};

/**
 * The account of an id, a user name, or the email address of a local account: those of the forum may have any address.
 * An id comes before a name, because anybody may be called like somebody else's id. @throws CommandError
 */
export async function findAccount({ app }: AdminStudio, user: string): Promise<Account> {
  const users = app.get(UsersService);
  const found = (await users.findByEmail(user)) ?? (await users.find(user)) ?? (await users.findByName(user));
  if (found) return found;
  const hint = user.includes('@') ? ' Name a member of the forum by the user name.' : '';
  throw new CommandError(`There is no account ${user}.${hint}`);
}

/** Ends all sessions of an account and notifies running replicas. @returns the number of sessions. */
export async function endSessionsOf(studio: AdminStudio, userId: string, reason: string): Promise<number> {
  const ended = await studio.app.get(SessionStore).revokeOthers(userId, '');
  announceEnded(studio, ended, reason);
  return ended.length;
}

/** Notifies running replicas of ended sessions. */
export function announceEnded(studio: AdminStudio, sessionIds: string[], reason: string): void {
  notifyReplicas(studio, () => studio.app.get(AuthService).announceEnded(sessionIds, reason));
}

/** Notifies running replicas, as another replica would, so that they close the sockets of ended sessions. */
export function notifyReplicas(
  { app, config, print }: AdminStudio,
  publish: (events: EventPublisher) => void,
): void {
  if (config.redisUrl === null) {
    if (config.databaseUrl !== null)
      print('Without REDIS_URL no running studio can be notified: it cuts off open sockets within a minute.');
    return;
  }
  const server: StudioServer = new Server({
    // socket.io calls it with `new`.
    adapter: function adapterOf(namespace: Namespace) {
      return app.get(SocketFanOut).createAdapter(namespace, noRecovery);
    },
  });
  app.get(SocketBroadcaster).start(server);
  publish(app.get(EventPublisher));
}

/** With `--password-stdin` the password from the input, else a new one, which the command must show. */
export async function passwordFor(fromInput: boolean): Promise<{ password: string; isNew: boolean }> {
  if (!fromInput) return { password: newPassword(), isNew: true };
  return { password: (await text(process.stdin)).replace(/\r?\n$/, ''), isNew: false };
}

export function newPassword(): string {
  return randomBytes(12).toString('base64url');
}
