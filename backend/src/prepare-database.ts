import { MikroORM } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { Database } from './database/database.js';
import type { DatabaseLocation } from './database/database-options.js';
import { migrate } from './database/migrate.js';
import { StoragePairingService } from './features/assets/reconciliation/storage-pairing.service.js';
import { WelcomeService } from './features/projects/welcome.service.js';
import { type FirstAdmin, FirstStartService } from './features/users/first-start.service.js';

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
  await migrate(app.get(MikroORM), location, () =>
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
