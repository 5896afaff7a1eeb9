import { MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { withMigrationLock } from './advisory-locks.js';
import { type DatabaseLocation, databaseOptions } from './database-options.js';

const logger = new Logger('migrations');

/**
 * Brings the schema up to date, then runs `firstStart`. On PostgreSQL an advisory lock is held meanwhile: of several replicas that start at once, one does it and the others wait and find it done.
 */
export async function migrate(
  orm: MikroORM,
  location: DatabaseLocation,
  firstStart: () => Promise<void>,
): Promise<void> {
  const waiting = () => logger.log('Another replica is bringing the database up to date. Waiting for it.');
  await withMigrationLock(location, waiting, async () => {
    await bringUpToDate(orm, location);
    await firstStart();
  });
}

/** Building an index of a large table takes longer than any call may, so it has connections of its own. */
async function bringUpToDate(orm: MikroORM, location: DatabaseLocation): Promise<void> {
  if (!('url' in location)) {
    await orm.migrator.up();
    return;
  }
  const connection = await MikroORM.init(databaseOptions({ ...location, withoutTimeouts: true }));
  try {
    await connection.migrator.up();
  } finally {
    await connection.close();
  }
}
