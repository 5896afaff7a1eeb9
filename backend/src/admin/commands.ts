import type { Command } from './command.js';
import { backup } from './commands/backup.js';
import { buildShelf } from './commands/build-shelf.js';
import { createAdmin } from './commands/create-admin.js';
import { moveForumAccount } from './commands/move-forum-account.js';
import { resetPassword } from './commands/reset-password.js';
import { restore } from './commands/restore.js';
import { revokeSessions } from './commands/revoke-sessions.js';
import { seed } from './commands/seed.js';
import { pairStorage, reconcile } from './commands/storage-commands.js';
import { verifyBackup } from './commands/verify-backup.js';

/** The commands of the administrator's command line, by name. */
export const commands: Record<string, Command | undefined> & Record<string, Command> = {
  'create-admin': createAdmin,
  'reset-password': resetPassword,
  'revoke-sessions': revokeSessions,
  'move-forum-account': moveForumAccount,
  'pair-storage': pairStorage,
  reconcile,
  backup,
  restore,
  'verify-backup': verifyBackup,
  seed,
  shelf: buildShelf,
};
