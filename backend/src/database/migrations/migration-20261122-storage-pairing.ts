import { Migration } from '@mikro-orm/migrations';

/** The id of the installation, which is also in its storage. */
export class Migration20261122StoragePairing extends Migration {
  override name = '20261122-storage-pairing';

  override up(): void {
    this.addSql(`alter table "installation"
      add column "storage_id" uuid not null default gen_random_uuid(),
      add column "storage_paired_at" timestamptz null`);
  }
}
