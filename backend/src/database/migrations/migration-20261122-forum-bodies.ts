import { Migration } from '@mikro-orm/migrations';

/** What the forum has told is known by the signature of its body: the id that was kept until now is signed by nobody. */
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
