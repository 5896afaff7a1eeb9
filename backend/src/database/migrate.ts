import type { MikroORM } from '@mikro-orm/postgresql';

/** Any number that no other program on this database uses for its locks. */
const lockKey = 7_201_721;

/**
 * Brings the schema up to date, then runs `firstStart`, in one transaction under an advisory lock:
 * of several replicas that start at once, one does it and the others wait and find it done.
 */
export async function migrate(orm: MikroORM, firstStart: () => Promise<void>): Promise<void> {
  await orm.em.transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [lockKey]);
    const transaction = em.getTransactionContext();
    await orm.migrator.up(transaction ? { transaction } : {});
    await firstStart();
  });
}
