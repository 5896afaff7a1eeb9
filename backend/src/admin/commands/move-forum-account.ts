import { durations } from '@studio/contract/durations';
import { entityClock } from '../../database/clock.js';
import { Database } from '../../database/database.js';
import { AuditLogService } from '../../features/audit/audit-log.service.js';
import { ProjectHidingService } from '../../features/projects/project-hiding.service.js';
import { ForumAccountsService } from '../../features/users/forum-accounts.service.js';
import { type Account, UserEntity } from '../../features/users/user.entity.js';
import { UsersService } from '../../features/users/users.service.js';
import { SessionStore } from '../../ports/sessions.js';
import {
  type AdminStudio,
  byCommandLine,
  type Command,
  CommandError,
  required,
  UsageError,
} from '../command.js';
import { announceEnded } from '../local-accounts.js';

/** For people who have another id in the forum since, as after a merge there, which deletes one of two (ADR 22). */
export const moveForumAccount: Command = {
  summary: 'Let a member of the forum sign in to an account of another one, whose deletion is undone.',
  usage: `--user <user name> --forum-id <id>

  --user      the account
  --forum-id  the member's number in the forum; the account's own undoes its deletion

The account keeps its projects with their links and likes, and its files. If the forum has deleted it, that is undone within
30 days; wait until the forum has reported the deletion. An account that the member has here already keeps all that it has:
it takes the number of a member who still exists in the forum; otherwise nobody can sign in to it until the same command
with its name exchanges the two again. Ends the sessions of both.`,
  options: { user: { type: 'string' }, 'forum-id': { type: 'string' } },
  prepare(values) {
    const user = required(values, 'user');
    const forumId = required(values, 'forum-id');
    if (!/^\d{1,18}$/.test(forumId)) throw new UsageError('--forum-id is not a number.');
    return async (studio) => {
      const { account, ended, outcome } = await move(studio, user, forumId);
      if (ended.length > 0)
        announceEnded(
          studio,
          ended,
          'Your account belongs to another member of the forum now. Sign in again.',
        );
      studio.print(outcome);
      if (account.isAdmin) studio.print(`${account.username} is an administrator, and stays one.`);
    };
  },
};

interface Move {
  account: Account;
  /** The sessions that have ended. */
  ended: string[];
  /** For the operator. */
  outcome: string;
}

function move({ app }: AdminStudio, username: string, forumId: string): Promise<Move> {
  const database = app.get(Database);
  return database.transaction(async () => {
    const account = await app.get(UsersService).findByName(username);
    if (!account) throw new CommandError(`There is no account ${username}.`);
    if (!account.forumId)
      throw new CommandError(`${account.username} does not sign in through the forum, but with a password.`);
    if (account.forumId === forumId) return restore(app, account);
    return exchange(app, account, forumId);
  });
}

/** Undoes the deletion. */
async function restore(app: AdminStudio['app'], account: Account): Promise<Move> {
  const { id, username, forumId, forumDestroyedAt } = account;
  if (!forumDestroyedAt)
    throw new CommandError(
      `${username} belongs to member ${forumId} already, and the forum has not deleted it.`,
    );
  await bringBack(app, account, {});
  await record(app, 'forum.user-restored', [{ account, reason: '' }]);
  await app.get(ProjectHidingService).unhide({ userId: id }, 'forum');
  return { account, ended: [], outcome: `The deletion of ${username} is undone.` };
}

async function exchange(app: AdminStudio['app'], account: Account, forumId: string): Promise<Move> {
  const database = app.get(Database);
  const { id, username, forumId: own = null, forumDestroyedAt } = account;
  const former = await app.get(ForumAccountsService).find(forumId);
  // No number: the forum may still report the deletion of the member who had it, once more.
  const unused = former && `exchanged ${former.id}`;
  const isUnused = forumDestroyedAt !== null || !/^\d+$/.test(own ?? '');
  const next = isUnused ? unused : own;
  // No two accounts may have one id, not even between two statements.
  if (former) await setForumId(database, former, unused);
  await bringBack(app, account, { forumId });
  if (former) await setForumId(database, former, next);

  const changes = [{ account, reason: ` Forum id ${forumId} instead of ${own}.` }];
  if (former) changes.push({ account: former, reason: ` Forum id ${next} instead of ${forumId}.` });
  await record(app, 'forum.user-moved', changes);
  await app.get(ProjectHidingService).unhide({ userId: id }, 'forum');
  const ended: string[] = [];
  for (const change of changes)
    ended.push(...(await app.get(SessionStore).revokeOthers(change.account.id, '')));
  const lines = [`Member ${forumId} of the forum signs in to ${username} from now on.`];
  if (former)
    lines.push(
      `${former.username}, to which this member has signed in, keeps all that it has. ` +
        (isUnused
          ? 'Nobody can sign in to it until this command exchanges the two again.'
          : `It belongs to member ${own} now: if the forum deletes that member, it is deleted too.`),
    );
  return { account, ended, outcome: lines.join('\n') };
}

/**
 * Changes an account and undoes its deletion, in one statement with its conditions, so that `DestroyedAccounts` deletes
 * nothing of it. What the forum has last reported was about the former member.
 * @throws CommandError 30 days after the deletion.
 */
async function bringBack(
  app: AdminStudio['app'],
  account: Account,
  change: { forumId?: string },
): Promise<void> {
  const inTime = { $gt: entityClock.ago(durations.trash) };
  const moved = await app
    .get(Database)
    .em.nativeUpdate(
      UserEntity,
      { id: account.id, $or: [{ forumDestroyedAt: null }, { forumDestroyedAt: inTime }] },
      { ...change, forumDestroyedAt: null, forumSeenAt: null },
    );
  if (moved === 0)
    throw new CommandError(`The forum deleted ${account.username} 30 days ago. It cannot be brought back.`);
}

async function setForumId({ em }: Database, { id }: Account, forumId: string | null): Promise<void> {
  await em.nativeUpdate(UserEntity, id, { forumId, forumSeenAt: null });
}

function record(
  app: AdminStudio['app'],
  action: 'forum.user-moved' | 'forum.user-restored',
  changes: readonly { account: Account; reason: string }[],
): Promise<void> {
  return app.get(AuditLogService).recordAll(
    changes.map(({ account: { id, username: name }, reason }) => ({
      actor: null,
      action,
      subject: { kind: 'user', id, name },
      reason: byCommandLine + reason,
    })),
  );
}
