import type { Database } from '../../database/database.js';
import type { Admins } from './admins.policy.js';

/**
 * All admins, locked: acts on who is one go one after another, and each sees what the one before has left. The first
 * thing in such a transaction.
 */
export async function lockAdmins({ sql }: Database): Promise<Admins> {
  const admins = await sql
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const installation = await sql.selectFrom('installation').select('admin_id').executeTakeFirst();
  return { ids: admins.map(({ id }) => id), firstId: installation?.admin_id ?? null };
}
