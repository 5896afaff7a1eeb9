import { Migration } from '@mikro-orm/migrations';

/** Stored files without a row, which are deleted later. */
export class Migration20261122OrphanedFiles extends Migration {
  override name = '20261122-orphaned-files';

  override up(): void {
    this.addSql(`create table "orphaned_files" (
      "storage_key" varchar(16) not null,
      "found_at" timestamptz not null,
      primary key ("storage_key"))`);
  }
}
