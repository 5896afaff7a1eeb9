import { Migration } from '@mikro-orm/migrations';

/** The forks of a project, which its tree is read along. */
export class Migration20261123Forks extends Migration {
  override name = '20261123-forks';

  override up(): void {
    this.addSql(
      `create index "projects_forks" on "projects" ("forked_from") where "forked_from" is not null and "deleted_at" is null`,
    );
  }
}
