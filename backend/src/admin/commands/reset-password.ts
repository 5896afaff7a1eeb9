import { PasswordReset } from '@studio/contract/http/accounts';
import { limits } from '@studio/contract/limits';
import { countOf } from '../../common/text-format.js';
import { Database } from '../../database/database.js';
import { AuditLogService } from '../../features/audit/audit-log.service.js';
import { AuthService, passwordChanged } from '../../features/auth/auth.service.js';
import { UsersService } from '../../features/users/users.service.js';
import {
  type AdminStudio,
  byCommandLine,
  type Command,
  CommandError,
  required,
  UsageError,
} from '../command.js';
import { announceEnded, findAccount, passwordFor } from '../local-accounts.js';

/** For a forgotten password, or an account that somebody else has broken into. */
export const resetPassword: Command = {
  summary: 'Give a local account a new password, and end its sessions.',
  usage: `--user <user name, id or email address> [--password-stdin]

  --user            whose
  --password-stdin  read it (${limits.passwordMin} to ${limits.passwordMax} characters) from the input; otherwise one is made and shown once`,
  options: { user: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
  prepare(values) {
    const user = required(values, 'user');
    return async (studio) => {
      const { password, isNew } = await passwordFor(values['password-stdin'] === true);
      const issue = PasswordReset.safeParse({ token: '-', newPassword: password }).error?.issues[0];
      if (issue) throw new UsageError(`The password ${issue.message}.`);
      const { email, ended } = await replacePassword(studio, user, password);
      studio.print(
        isNew ? `The password of ${email} is ${password} (shown only once)` : `${email} has a new password.`,
      );
      studio.print(`Ended ${countOf(ended, 'session')}.`);
    };
  },
};

/** In one transaction: where the sessions cannot be ended, the password stays as it was, and nothing is on record. */
async function replacePassword(
  studio: AdminStudio,
  user: string,
  password: string,
): Promise<{ email: string; ended: number }> {
  const { app } = studio;
  const { email, ended } = await app.get(Database).transaction(async () => {
    const account = await findAccount(studio, user);
    if (account.forumId)
      throw new CommandError(`${account.email} has no password. It signs in through the forum.`);
    if (await app.get(UsersService).isDemo(account))
      throw new CommandError(
        'The demo account is shared, so its password cannot be changed. DEMO_ACCOUNT=off switches it off.',
      );
    const ended = await app.get(AuthService).replacePassword(account, password);
    if (!ended) throw new CommandError('Somebody else has changed this password just now. Try again.');
    await app.get(AuditLogService).record({
      actor: null,
      action: 'user.password-reset',
      subject: { kind: 'user', id: account.id, name: account.username },
      reason: byCommandLine,
    });
    return { email: account.email, ended };
  });
  announceEnded(studio, ended, passwordChanged);
  return { email, ended: ended.length };
}
