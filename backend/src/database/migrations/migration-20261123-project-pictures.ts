import { Migration } from '@mikro-orm/migrations';

/** Pictures of projects that scripts draw. A picture is deleted when the code changes or the project is hidden. */
export class Migration20261123ProjectPictures extends Migration {
  override name = '20261123-project-pictures';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `create table "project_pictures" (
    "project_id" varchar(16) not null,
    "picture" text not null,
    primary key ("project_id"))`,
  `alter table "project_pictures" add constraint "project_pictures_project_id_foreign" foreign key ("project_id") references "projects" ("id") on update cascade on delete cascade`,
  `create function forget_picture() returns trigger language plpgsql as $$
    begin delete from project_pictures where project_id = new.id; return null; end $$`,
  // Without a condition, which would read the code again: a save names only the columns that it changes.
  `create trigger forget_picture after update of html, css, js, framework_config, withheld_by on projects
    for each row execute function forget_picture()`,
];
