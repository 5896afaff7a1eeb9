import type { ParseArgsOptionsConfig } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import type { Config } from '../config/config.js';
import type { DatabaseLocation } from '../database/database-options.js';

/** What a command works on: the modules of the studio, without anything that listens. */
export interface AdminStudio {
  app: INestApplicationContext;
  config: Config;
  location: DatabaseLocation;
  /** Writes a line of the result to stdout. */
  print(line: string): void;
  /** Tells on stderr how far it is; at most about once in a second. */
  progress(line: string): void;
}

/** What was given, as `parseArgs` reads it. */
type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** One command of the administrator's command line. */
export interface Command {
  /** What it does, in one line. */
  summary: string;
  /** What comes behind its name, and what it means. */
  usage: string;
  options: ParseArgsOptionsConfig;
  /** The database is left as it is found, also an empty one. */
  leavesDatabase?: boolean;
  /** It is not asked whether the storage belongs to the database. */
  takesAnyStorage?: boolean;
  /** Checks what was given, before anything is opened. @throws UsageError */
  prepare(values: Values): (studio: AdminStudio) => Promise<void>;
}

/** The reason that the audit log gives for what nobody who is signed in has done. */
export const byCommandLine = 'By the command line.';

/** The command was called in a wrong way: its usage helps. Ends with 2. */
export class UsageError extends Error {}

/** The command cannot be carried out; the message is the one line that the operator sees. Ends with 1. */
export class CommandError extends Error {}

/** The text of an option that must be there. @throws UsageError */
export function required(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}
