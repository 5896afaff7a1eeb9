import type { ParseArgsOptionsConfig } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import type { Config } from '../config/config.js';
import type { DatabaseLocation } from '../database/database-options.js';

/** The studio as commands use it: its modules, without listeners. */
export interface AdminStudio {
  app: INestApplicationContext;
  config: Config;
  location: DatabaseLocation;
  /** Writes a line of the result to stdout. */
  print(line: string): void;
  /** Writes progress to stderr, at most about once per second. */
  progress(line: string): void;
}

/** The options, as `parseArgs` reads them. */
type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

/**
 * `as-at-start`: the database is migrated, a new one filled, and the storage has to belong to it. `with-any-storage`: the
 * same without that check. `none`: the database stays as it is, even if it is empty.
 */
export type Preparation = 'as-at-start' | 'with-any-storage' | 'none';

/** One command of the administrator's command line. */
export interface Command {
  /** What it does, in one line. */
  summary: string;
  /** Its options and what they mean. */
  usage: string;
  options: ParseArgsOptionsConfig;
  /**
   * The studio that it works in. `started`, the default: only one that has been started, or a mistyped DATA_DIR would
   * become a new studio. `temporary`: an empty one, instead of the one of the environment.
   */
  studio?: 'started' | 'started-or-new' | 'temporary';
  /** How that is prepared before; default: `as-at-start`. */
  preparation?: Preparation;
  /** Checks the options before anything is opened. @throws UsageError */
  prepare(values: Values): (studio: AdminStudio) => Promise<void>;
  /** Checks what the options name, before anything is opened. @throws CommandError */
  check?(values: Values): Promise<void>;
}

/** The reason in the audit log for actions without a signed-in user. */
export const byCommandLine = 'By the command line.';

/** Wrong usage: the usage is printed, and the exit code is 2. */
export class UsageError extends Error {}

/** The command failed: the message is the one line that the operator sees, and the exit code is 1. */
export class CommandError extends Error {}

/** The backup is whole, but the storage has lost files that rows name: the exit code is 3. */
export class FilesLost extends CommandError {}

/** The value of a required option. @throws UsageError */
export function required(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}
