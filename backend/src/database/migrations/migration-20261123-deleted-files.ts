import { Migration } from '@mikro-orm/migrations';

/** Unused bytes are kept for another day, and count towards a limit of their last owner. */
export class Migration20261123DeletedFiles extends Migration {
  override name = '20261123-deleted-files';

  override up(): void {
    this.addSql('alter table "stored_objects" add column "unused_by" varchar(16) null');
    this.addSql(
      'create index "stored_objects_unused_by" on "stored_objects" ("unused_by") where "unused_since" is not null',
    );
  }
}
