import { Migration } from '@mikro-orm/migrations';

/** Which published version a report is about, and a takedown was decided for. */
export class Migration20261129ReportedVersions extends Migration {
  override name = '20261129-reported-versions';

  override up(): void {
    this.addSql(`alter table "reports" add column "rev" int null`);
    this.addSql(`alter table "takedowns" add column "rev" int null`);
  }
}
