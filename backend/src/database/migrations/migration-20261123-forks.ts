import { Migration } from '@mikro-orm/migrations';

/** An index of the forks of a project, for reading its tree. */
export class Migration20261123Forks extends Migration {
  override name = '20261123-forks';

  override up(): void {
    this.addSql(
      `create index "projects_forks" on "projects" ("forked_from") where "forked_from" is not null and "deleted_at" is null`,
    );
  }
}
