import { Migration } from '@mikro-orm/migrations';

/** When the forum had last seen a person at the newest update of them, which orders updates. */
export class Migration20261129ForumUpdates extends Migration {
  override name = '20261129-forum-updates';

  override up(): void {
    this.addSql(`alter table "users" add column "forum_seen_at" timestamptz null`);
  }
}
