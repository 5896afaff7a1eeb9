import { MikroORM } from '@mikro-orm/postgresql';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { withMigrationLock } from './database/advisory-locks.js';
import { Database } from './database/database.js';
import type { DatabaseLocation } from './database/database-options.js';
import { migrate } from './database/migrate.js';
import { StoragePairingService } from './features/assets/reconciliation/storage-pairing.service.js';
import { WelcomeService } from './features/projects/welcome.service.js';
import { type FirstAdmin, FirstStartService } from './features/users/first-start.service.js';

const logger = new Logger('migrations');

/**
 * Migrations and, on the first start, the accounts and the welcome project, in one transaction. `pairs` makes sure that
 * the storage belongs to the database.
 * @returns the account that was made; null unless this was the first start.
 * @throws StorageMismatch where it does not, before anybody has an account.
 */
export async function prepareDatabase(
  app: INestApplicationContext,
  location: DatabaseLocation,
  { pairs }: { pairs: boolean },
): Promise<FirstAdmin | null> {
  let firstAdmin: FirstAdmin | null = null;
  const firstStart = () =>
    app.get(Database).transaction(async () => {
      firstAdmin = await makeFirstAccounts(app);
    });
  await migrateOnce(app.get(MikroORM), location, () =>
    pairs ? app.get(StoragePairingService).aroundFirstStart(firstStart) : firstStart(),
  );
  return firstAdmin;
}

async function makeFirstAccounts(app: INestApplicationContext): Promise<FirstAdmin | null> {
  const firstStart = app.get(FirstStartService);
  const firstAdmin = await firstStart.createAdmin();
  await firstStart.createDemo();
  if (firstAdmin)
    await app.get(WelcomeService).create({ userId: firstAdmin.id, sessionId: '', isAdmin: true });
  return firstAdmin;
}

/**
 * Brings the schema up to date, then runs `firstStart`. On PostgreSQL an advisory lock is held meanwhile: of several
 * replicas that start at once, one migrates, and the others wait and find it done.
 */
async function migrateOnce(
  orm: MikroORM,
  location: DatabaseLocation,
  firstStart: () => Promise<void>,
): Promise<void> {
  const waiting = () => logger.warn('Another replica is bringing the database up to date. Waiting for it.');
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
  await migrate({ ...location, withoutTimeouts: true });
}
