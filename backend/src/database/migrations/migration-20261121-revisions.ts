import { Migration } from '@mikro-orm/migrations';

/** The history of projects; existing text becomes the first revision. */
export class Migration20261121Revisions extends Migration {
  override name = '20261121-revisions';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `create table "project_revisions" (
    "project_id" varchar(16) not null,
    "rev" int not null,
    "kind" varchar(6) not null,
    "version" int not null,
    "title" text not null,
    "html" text not null,
    "css" text not null,
    "js" text not null,
    "framework_config" jsonb not null,
    "created_at" timestamptz not null default now(),
    primary key ("project_id", "rev"))`,
  `alter table "project_revisions" add constraint "project_revisions_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
  `insert into "project_revisions" ("project_id", "rev", "kind", "version", "title", "html", "css", "js", "framework_config", "created_at")
    select "id", 1, 'manual', "version", "title", "html", "css", "js", "framework_config", "updated_at" from "projects"`,
];
