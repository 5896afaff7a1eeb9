import { ConsoleLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import type { Config } from '../config/config.js';
import {
  databaseName,
  type OpenDatabase,
  openDatabase,
  openStartedDatabase,
} from '../database/open-database.js';
import type { FirstAdmin } from '../features/users/first-start.service.js';
import { prepareDatabase } from '../prepare-database.js';
import { type AdminStudio, CommandError, type Preparation } from './command.js';

/**
 * Opens the studio's modules on its data, without listeners; with `mayBeNew` also where no studio has been started.
 * @throws DataDirInUse while a studio runs on the embedded database, StorageMismatch, CommandError where there is no
 * studio.
 */
export async function openAdminStudio(
  config: Config,
  { mayBeNew, preparation }: { mayBeNew: boolean; preparation: Preparation },
): Promise<{ studio: AdminStudio; close(): Promise<void> }> {
  const isPrepared = preparation !== 'none';
  // Otherwise a new database stays empty: a backup brings its own schema, which may be older.
  const database = await (mayBeNew
    ? openDatabase(config, isPrepared ? 'migrated' : 'empty')
    : openStudioDatabase(config));
  // A dump, or the creation of an index, takes longer than the time limit of a call.
  const location = { ...database.location, withoutTimeouts: true };
  const print = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const app = await NestFactory.createApplicationContext(AppModule.with(config, location), {
      logger: new StderrLogger(),
      abortOnError: false,
    });
    const close = async () => {
      await app.close();
      await database.close();
    };
    const onFirstAdmin = ({ email, password }: FirstAdmin) => {
      if (password !== null)
        print(`This is a new studio. Its admin is ${email} / ${password} (shown only once)`);
    };
    const pairs = preparation === 'as-at-start';
    const preparing = isPrepared ? prepareDatabase(app, location, { pairs, onFirstAdmin }) : null;
    await preparing?.catch(async (error: unknown) => {
      await app.close();
      throw error;
    });
    return { studio: { app, config, location, print, progress: progressPrinter() }, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openStudioDatabase(config: Config): Promise<OpenDatabase> {
  const database = await openStartedDatabase(config);
  if (database) return database;
  throw new CommandError(
    `No studio has been started on ${databaseName(config)}. Correct DATA_DIR or DATABASE_URL, or start one there first.`,
  );
}

const everyMs = 1_000;

/** Writes progress to stderr, at most one line per second. */
function progressPrinter(): (line: string) => void {
  let nextAt = performance.now() + everyMs;
  return (line) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + everyMs;
    process.stderr.write(`${line}\n`);
  };
}

/** Writes warnings of the studio's parts to stderr, because stdout has the result. */
class StderrLogger extends ConsoleLogger {
  constructor() {
    super({ colors: false, logLevels: ['warn', 'error', 'fatal'] });
  }

  protected override printMessages(
    ...[messages, context, level]: Parameters<ConsoleLogger['printMessages']>
  ) {
    super.printMessages(messages, context, level, 'stderr');
  }
}
