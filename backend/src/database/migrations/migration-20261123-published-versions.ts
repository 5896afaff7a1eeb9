import { Migration } from '@mikro-orm/migrations';

/** When a revision was published at its own address. */
export class Migration20261123PublishedVersions extends Migration {
  override name = '20261123-published-versions';

  override up(): void {
    this.addSql(`alter table "project_revisions" add column "published_at" timestamptz null`);
  }
}
