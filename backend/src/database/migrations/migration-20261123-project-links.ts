import { Migration } from '@mikro-orm/migrations';

/** Links that open a project for everybody who has them. */
export class Migration20261123ProjectLinks extends Migration {
  override name = '20261123-project-links';

  override up(): void {
    this.addSql(`create table "project_links" (
      "id" varchar(16) not null,
      "project_id" varchar(16) not null,
      "name" text not null,
      "secret_hash" varchar(43) not null,
      "created_at" timestamptz not null default now(),
      "expires_at" timestamptz null,
      "views" int not null default 0,
      primary key ("id"))`);
    this.addSql('create index "project_links_project_index" on "project_links" ("project_id")');
    this.addSql(
      'alter table "project_links" add constraint "project_links_secret_hash_unique" unique ("secret_hash")',
    );
    this.addSql(
      'alter table "project_links" add constraint "project_links_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade',
    );
  }
}
