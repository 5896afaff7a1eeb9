import { Migration } from '@mikro-orm/migrations';

/** The forum groups of a user, which decide how many projects they may publish. */
export class Migration20261124ForumGroups extends Migration {
  override name = '20261124-forum-groups';

  override up(): void {
    this.addSql(`alter table "users" add column "forum_groups" text[] not null default '{}'`);
  }
}
