import { ConsoleLogger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import type { Config } from '../config/config.js';
import { openDatabase } from '../database/open-database.js';
import { prepareDatabase } from '../prepare-database.js';
import type { AdminStudio } from './command.js';

/**
 * The studio's own modules on its own data, without listening. With `prepare`, its database is brought up to date first,
 * and a new one made as a first start would; with `pairs`, too, its storage has to be this database's.
 * @throws DataDirInUse while a studio runs on the embedded database, StorageMismatch.
 */
export async function openAdminStudio(
  config: Config,
  { prepare, pairs }: { prepare: boolean; pairs: boolean },
): Promise<{ studio: AdminStudio; close(): Promise<void> }> {
  const database = await openDatabase(config);
  // A dump, or an index of a large table, takes longer than a statement of a request may.
  const location =
    'url' in database.location ? { ...database.location, withoutTimeouts: true } : database.location;
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
    const preparing = prepare ? prepareDatabase(app, location, { pairs }) : null;
    const admin = await preparing?.catch(async (error: unknown) => {
      await app.close();
      throw error;
    });
    if (admin?.password)
      print(`This is a new studio. Its admin is ${admin.email} / ${admin.password} (shown this once)`);
    return { studio: { app, config, location, print, progress: startProgress() }, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const everyMs = 1_000;

/** Writes lines to stderr, at most one in a second, so that a long command shows how far it is. */
export function startProgress(): (line: string) => void {
  let nextAt = performance.now() + everyMs;
  return (line) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + everyMs;
    process.stderr.write(`${line}\n`);
  };
}

/** What the studio's parts warn of, beside the result of a command. */
export class StderrLogger extends ConsoleLogger {
  constructor() {
    super({ colors: false, logLevels: ['warn', 'error', 'fatal'] });
  }

  protected override printMessages(
    ...[messages, context, level]: Parameters<ConsoleLogger['printMessages']>
  ) {
    super.printMessages(messages, context, level, 'stderr');
  }
}
