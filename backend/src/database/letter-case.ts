import { Logger } from '@nestjs/common';
import { sql } from 'kysely';
import type { Database } from './database.js';

/**
 * Warns where the locale of the database knows no letters but those of ASCII, as plain `C`: a search, which ignores case
 * (specification: HTTP), then does not for any others.
 */
export async function warnOfUnknownLetters(database: Database): Promise<void> {
  const asked = sql<{ known: boolean }>`select lower('Ä') = 'ä' as known`;
  const { rows } = await asked.execute(database.sql);
  if (rows[0]?.known) return;
  new Logger('database').warn(
    'The database has a locale without letters such as Ä, so a search for them finds them in one case only. Make one with the locale C.UTF-8 (createdb --encoding UTF8 --locale C.UTF-8 --template template0), and bring the studio over with backup and restore.',
  );
}
