import type { Command } from './command.js';
import { createAdmin } from './commands/create-admin.js';
import { reconcile } from './commands/reconcile.js';
import { revokeSessions } from './commands/revoke-sessions.js';
import { seed } from './commands/seed.js';

/** What the administrator's command line can do, by name. */
export const commands: Record<string, Command | undefined> & Record<string, Command> = {
  'create-admin': createAdmin,
  'revoke-sessions': revokeSessions,
  reconcile,
  seed,
};
