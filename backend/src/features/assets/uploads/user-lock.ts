import type { Database } from '../../../database/database.js';

/**
 * Lets transactions that count or name a user's files go one after another. Writing a row that refers to the user
 * needs no more than the row's key, and so does not wait.
 */
export async function lockUser(database: Database, userId: string): Promise<void> {
  await database.sql.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
