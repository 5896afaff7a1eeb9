import { MikroORM } from '@mikro-orm/postgresql';
import { type INestApplicationContext, Logger } from '@nestjs/common';
import { packageVersion } from './config/config.js';
import { withMigrationLock, withSchemaLock } from './database/advisory-locks.js';
import { Database } from './database/database.js';
import type { DatabaseLocation } from './database/database-options.js';
import { migrate, namesOfMigrations } from './database/migrate.js';
import { StoragePairingService } from './features/assets/reconciliation/storage-pairing.service.js';
import { WelcomeService } from './features/projects/welcome.service.js';
import { type FirstAdmin, FirstStartService } from './features/users/first-start.service.js';

const logger = new Logger('migrations');

/**
 * Runs the migrations, and on the first start makes the accounts and the welcome project, in one transaction. With
 * `pairs` the storage has to belong to the database.
 * @param onFirstAdmin receives the admin account of the first start as soon as it is stored: nothing else keeps a
 * generated password, and what follows may fail.
 * @throws StorageMismatch if it does not belong to it, before any account is made, or the database of another studio is
 * brought up to date.
 */
export async function prepareDatabase(
  app: INestApplicationContext,
  location: DatabaseLocation,
  { pairs, onFirstAdmin }: { pairs: boolean; onFirstAdmin: (admin: FirstAdmin) => void },
): Promise<void> {
  const makeAccounts = async () => {
    const admin = await app.get(Database).transaction(() => makeFirstAccounts(app));
    if (admin) onFirstAdmin(admin);
  };
  const pairing = app.get(StoragePairingService);
  await migrateOnce(app.get(MikroORM), location, {
    beforeMigrating: () => (pairs ? pairing.refuseMismatch() : Promise.resolve()),
    firstStart: () => (pairs ? pairing.aroundFirstStart(makeAccounts) : makeAccounts()),
  });
}

async function makeFirstAccounts(app: INestApplicationContext): Promise<FirstAdmin | null> {
  const firstStart = app.get(FirstStartService);
  const firstAdmin = await firstStart.createAdmin();
  await firstStart.createDemo();
  if (firstAdmin)
    await app.get(WelcomeService).create({ userId: firstAdmin.id, sessionId: '', isAdmin: true });
  return firstAdmin;
}

interface Steps {
  /** Called only where the database is that of a studio, and is about to change. */
  beforeMigrating(): Promise<void>;
  firstStart(): Promise<void>;
}

/**
 * Brings the schema up to date, then runs `firstStart`, on PostgreSQL with an advisory lock: if several replicas start
 * at once, one migrates, and the others wait and find it done.
 */
async function migrateOnce(
  orm: MikroORM,
  location: DatabaseLocation,
  { beforeMigrating, firstStart }: Steps,
): Promise<void> {
  const waiting = () =>
    logger.warn(
      'Another replica is bringing the database up to date, or a backup is being restored. Waiting for it.',
    );
  await withMigrationLock(location, waiting, async () => {
    await bringUpToDate(orm, location, beforeMigrating);
    await firstStart();
  });
}

/**
 * With its own connections without time limits, as an index of a large table takes long to build. An older studio also
 * starts on a newer database, since it serves beside newer ones while they replace it; it logs a warning, in case it was
 * not meant to stay.
 */
async function bringUpToDate(
  orm: MikroORM,
  location: DatabaseLocation,
  beforeMigrating: () => Promise<void>,
): Promise<void> {
  const executed = (await orm.migrator.getExecuted()).map(({ name }) => name);
  const known = namesOfMigrations(orm);
  const unknown = executed.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    logger.warn(
      `A newer studio has changed the database (${unknown.join(', ')}), and this one (${packageVersion()}) does not know how. Start the newer one, or restore a backup from before.`,
    );
  if (known.every((name) => executed.includes(name))) return;
  if (executed.length > 0) await beforeMigrating();
  const waiting = () =>
    logger.warn('A backup is reading the database. Waiting for it before the schema changes.');
  await withSchemaLock(location, waiting, () => migrate({ ...location, withoutTimeouts: true }));
}
