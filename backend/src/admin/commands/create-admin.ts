import { Registration } from '@studio/contract/http/accounts';
import { limits } from '@studio/contract/limits';
import { Database } from '../../database/database.js';
import { AuditLogService } from '../../features/audit/audit-log.service.js';
import { UsersService } from '../../features/users/users.service.js';
import { byCommandLine, type Command, required, UsageError } from '../command.js';
import { newPassword, passwordFor } from '../local-accounts.js';

/** Creates an admin account besides the one of ADMIN_EMAIL. */
export const createAdmin: Command = {
  summary: 'Create an admin account.',
  usage: `--email <address> --name <user name> [--password-stdin]

  --email           its email address
  --name            its user name: ${limits.usernameMin} to ${limits.usernameMax} letters, digits, _ and -
  --password-stdin  read its password (${limits.passwordMin} to ${limits.passwordMax} characters) from the input; otherwise one is made and shown once`,
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  },
  prepare(values) {
    const account = { email: required(values, 'email'), username: required(values, 'name') };
    check({ ...account, password: newPassword() });
    return async ({ app, print }) => {
      const { password, isNew } = await passwordFor(values['password-stdin'] === true);
      check({ ...account, password });
      await app.get(Database).transaction(async () => {
        const { id } = await app.get(UsersService).create({ ...account, password, isAdmin: true });
        await app.get(AuditLogService).record({
          actor: null,
          action: 'user.admin-granted',
          subject: { kind: 'user', id, name: account.username },
          reason: byCommandLine,
        });
      });
      print(
        isNew
          ? `Created the admin account ${account.email}. Its password is ${password} (shown only once)`
          : `Created the admin account ${account.email}.`,
      );
    };
  },
};

/** Applies the rules of registration. @throws UsageError */
function check(account: Registration): void {
  const { error } = Registration.safeParse(account);
  const issue = error?.issues[0];
  if (!issue) return;
  const option = issue.path[0] === 'username' ? 'name' : String(issue.path[0]);
  throw new UsageError(`--${option}: ${issue.message}.`);
}
