import { countOf } from '../../common/text-format.js';
import { Database } from '../../database/database.js';
import { AuditLogService } from '../../features/audit/audit-log.service.js';
import { SessionStore } from '../../ports/sessions.js';
import { type AdminStudio, byCommandLine, type Command, UsageError } from '../command.js';
import { endSessionsOf, findAccount, notifyReplicas } from '../local-accounts.js';

const reason = 'An administrator has ended this session.';
const batchSize = 1_000;

/** Ends the sessions of one account or of all. */
export const revokeSessions: Command = {
  summary: 'End sessions: everybody has to sign in again.',
  usage: `--user <user name, id or email address> | --all

  --user  the sessions of one account; for a member of the forum the user name or id
  --all   every session`,
  options: { user: { type: 'string' }, all: { type: 'boolean' } },
  prepare({ user, all }) {
    if ((typeof user === 'string') === (all === true)) throw new UsageError('Give either --user or --all.');
    return (studio) => (typeof user === 'string' ? endSessionsOfOne(studio, user) : endAllSessions(studio));
  },
};

async function endSessionsOfOne(studio: AdminStudio, user: string): Promise<void> {
  const { id, username } = await findAccount(studio, user);
  const ended = await endSessionsOf(studio, id, reason);
  if (ended > 0) await recordInAuditLog(studio, [id]);
  studio.print(`Ended ${countOf(ended, 'session')} of ${username}.`);
}

async function endAllSessions(studio: AdminStudio): Promise<void> {
  const ended = await studio.app.get(SessionStore).revokeAll();
  notifyReplicas(studio, (events) => events.publish('sessions.all-revoked', { reason }));
  await recordInAuditLog(studio, [...new Set(ended.map(({ userId }) => userId))]);
  studio.print(`Ended ${countOf(ended.length, 'session')}.`);
}

/** Sessions may be in Redis, so the log is written after they have ended, not in one transaction. */
async function recordInAuditLog({ app, progress }: AdminStudio, userIds: string[]): Promise<void> {
  for (let done = 0; done < userIds.length; done += batchSize) {
    const some = userIds.slice(done, done + batchSize);
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
    await app.get(AuditLogService).recordAll(acts);
    progress(`${Math.min(done + batchSize, userIds.length)} of ${userIds.length} accounts logged`);
  }
}
