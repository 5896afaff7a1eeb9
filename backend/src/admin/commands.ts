import type { Command } from './command.js';
import { backup } from './commands/backup.js';
import { createAdmin } from './commands/create-admin.js';
import { restore } from './commands/restore.js';
import { revokeSessions } from './commands/revoke-sessions.js';
import { seed } from './commands/seed.js';
import { pairStorage, reconcile } from './commands/storage-commands.js';

/** The commands of the administrator's command line, by name. */
export const commands: Record<string, Command | undefined> & Record<string, Command> = {
  'create-admin': createAdmin,
  'revoke-sessions': revokeSessions,
  'pair-storage': pairStorage,
  reconcile,
  backup,
  restore,
  seed,
};
