import { Migration } from '@mikro-orm/migrations';

/** Forum events are identified by the signature of their body, because their id is not signed. */
export class Migration20261122ForumBodies extends Migration {
  override name = '20261122-forum-bodies';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  'delete from "forum_events"',
  'alter table "forum_events" rename column "id" to "signature"',
  'drop index "forum_events_time_index"',
];
