import { Migration } from '@mikro-orm/migrations';

/** Which files a stored file names; a housekeeping job searches those that are there. */
export class Migration20261129NamedFiles extends Migration {
  override name = '20261129-named-files';

  override up(): void {
    this.addSql(`alter table "stored_objects" add column "named_assets" text[] null`);
  }
}
