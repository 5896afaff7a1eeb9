import { durations } from '@studio/contract/durations';
import { ForumId } from '@studio/contract/http/forum';
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
  --forum-id  the member's number in the forum; the account's own only undoes the deletion

The account keeps its projects with their links and likes, and its files. If the forum has deleted it, that is undone within
30 days. An account that the member has here already takes the former number and keeps all that it has; if nobody in the
forum has that number any more, nobody can sign in to it until the same command with its name exchanges the two again.
Ends the sessions of both.`,
  options: { user: { type: 'string' }, 'forum-id': { type: 'string' } },
  prepare(values) {
    const user = required(values, 'user');
    const forumId = required(values, 'forum-id');
    if (!ForumId.safeParse(forumId).success) throw new UsageError('--forum-id is too long.');
    return async (studio) => {
      const { account, former, ended } = await move(studio, user, forumId);
      announceEnded(studio, ended, 'Your account belongs to another member of the forum now. Sign in again.');
      studio.print(`Member ${forumId} of the forum signs in to ${account.username} from now on.`);
      if (former)
        studio.print(
          `${former.username}, to which this member has signed in, keeps all that it has and belongs to ${account.forumId} now.`,
        );
    };
  },
};

/** @returns both accounts as they were before, and the sessions that have ended. */
function move(
  { app }: AdminStudio,
  username: string,
  forumId: string,
): Promise<{ account: Account; former: Account | null; ended: string[] }> {
  const database = app.get(Database);
  return database.transaction(async () => {
    const account = await app.get(UsersService).findByName(username);
    if (!account) throw new CommandError(`There is no account ${username}.`);
    if (!account.forumId)
      throw new CommandError(`${account.username} does not sign in through the forum, but with a password.`);
    const holder = await app.get(ForumAccountsService).find(forumId);
    const former = holder?.id === account.id ? null : holder;
    // No two accounts may have one id, not even between two statements.
    if (former) await setForumId(database, former, `exchanged ${former.id}`);
    // In one statement with its conditions, so that `DestroyedAccounts` deletes nothing of it.
    const moved = await database.em.nativeUpdate(
      UserEntity,
      {
        id: account.id,
        $or: [{ forumDestroyedAt: null }, { forumDestroyedAt: { $gt: entityClock.ago(durations.trash) } }],
      },
      { forumId, forumDestroyedAt: null },
    );
    if (moved === 0)
      throw new CommandError(`The forum deleted ${account.username} 30 days ago. It cannot be brought back.`);
    if (former) await setForumId(database, former, account.forumId);

    const both = former ? [account, former] : [account];
    await app.get(AuditLogService).recordAll(
      both.map(({ id, username: name }) => ({
        actor: null,
        action: 'forum.user-moved',
        subject: { kind: 'user', id, name },
        reason: `${byCommandLine} Forum id ${id === account.id ? `${forumId} instead of ${account.forumId}` : `${account.forumId} instead of ${forumId}`}.`,
      })),
    );
    await app.get(ProjectHidingService).unhide({ userId: account.id }, 'forum');
    const ended: string[] = [];
    for (const { id } of both) ended.push(...(await app.get(SessionStore).revokeOthers(id, '')));
    return { account, former, ended };
  });
}

async function setForumId({ em }: Database, { id }: Account, forumId: string): Promise<void> {
  await em.nativeUpdate(UserEntity, id, { forumId });
}
