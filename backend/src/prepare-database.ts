import { MikroORM } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import type { DatabaseLocation } from './database/database-options.js';
import { migrate } from './database/migrate.js';
import { WelcomeService } from './features/projects/welcome.service.js';
import { type FirstAdmin, FirstStartService } from './features/users/first-start.service.js';

/**
 * Migrations and, on the first start, the accounts and the welcome project, in one transaction.
 * @returns the account that was made; null unless this was the first start.
 */
export async function prepareDatabase(
  app: INestApplicationContext,
  location: DatabaseLocation,
): Promise<FirstAdmin | null> {
  let firstAdmin: FirstAdmin | null = null;
  await migrate(app.get(MikroORM), location, async () => {
    const firstStart = app.get(FirstStartService);
    firstAdmin = await firstStart.createAdmin();
    await firstStart.createDemo();
    if (firstAdmin)
      await app.get(WelcomeService).create({ userId: firstAdmin.id, sessionId: '', isAdmin: true });
  });
  return firstAdmin;
}
