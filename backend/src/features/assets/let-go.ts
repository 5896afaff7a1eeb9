import { sql } from 'kysely';
import type { Database } from '../../database/database.js';

/** Deletes an asset that nobody keeps, and counts its bytes one use down. Inside a transaction that has locked it. */
export async function letGo(database: Database, id: string): Promise<void> {
  const { object_hash, user_id } = await database.sql
    .deleteFrom('assets')
    .where('id', '=', id)
    .returning(['object_hash', 'user_id'])
    .executeTakeFirstOrThrow();
  await database.sql
    .updateTable('stored_objects')
    .set({
      refs: sql`refs - 1`,
      unused_since: sql`case when refs <= 1 then now() end`,
      unused_by: sql`case when refs <= 1 then ${user_id}::text end`,
    })
    .where('hash', '=', object_hash)
    .execute();
}
