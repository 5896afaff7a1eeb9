import { Migration } from '@mikro-orm/migrations';

/** The description and tags that a published version was shown with when it was reported. */
export class Migration20261130ReportedDetails extends Migration {
  override name = '20261130-reported-details';

  override up(): void {
    this.addSql(`alter table "reports" add column "details" jsonb null`);
  }
}
