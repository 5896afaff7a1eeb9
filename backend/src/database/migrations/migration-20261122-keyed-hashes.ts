import { Migration } from '@mikro-orm/migrations';

/**
 * Deletes networks that were stored as plain hashes, which can be reversed by trying every address. They cannot be
 * converted to keyed hashes. Networks are known again after the next sign-in, and a visitor's next view counts again.
 */
export class Migration20261122KeyedHashes extends Migration {
  override name = '20261122-keyed-hashes';

  override up(): void {
    this.addSql('delete from "known_networks"');
    // The others are ids of users, which have 16 characters.
    this.addSql('delete from "project_views" where length("viewer") = 43');
  }
}
