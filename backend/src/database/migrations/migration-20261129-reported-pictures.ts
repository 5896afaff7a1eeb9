import { Migration } from '@mikro-orm/migrations';

/** What the card of a reported project showed. */
export class Migration20261129ReportedPictures extends Migration {
  override name = '20261129-reported-pictures';

  override up(): void {
    this.addSql(`alter table "reports" add column "picture" text null`);
  }
}
