import { Migration } from '@mikro-orm/migrations';

/** Groups of the forum that decide what somebody may publish. */
export class Migration20261124ForumGroups extends Migration {
  override name = '20261124-forum-groups';

  override up(): void {
    this.addSql(`alter table "users" add column "forum_groups" text[] not null default '{}'`);
  }
}
