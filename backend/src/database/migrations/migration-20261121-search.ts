import { Migration } from '@mikro-orm/migrations';

/**
 * Searched texts with a trigram index, in a separate table that triggers update, because with an index on the projects'
 * table each save would write to it.
 */
export class Migration20261121Search extends Migration {
  override name = '20261121-search';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const keeping = (name: string, statement: string) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;

const statements = [
  `create extension if not exists pg_trgm`,
  `create table "project_texts" (
    "project_id" varchar(16) not null,
    "user_id" varchar(16) not null,
    "title" text not null,
    "description" text not null,
    primary key ("project_id"))`,
  `insert into project_texts (project_id, user_id, title, description) select id, user_id, lower(title), lower(description) from projects`,
  `alter table "project_texts" add constraint "project_texts_project_id_foreign" foreign key ("project_id") references "projects" ("id") on update cascade on delete cascade`,
  `create index "project_texts_user_id_index" on "project_texts" ("user_id")`,
  `create index "project_texts_trigrams" on "project_texts" using gin ("title" gin_trgm_ops, "description" gin_trgm_ops)`,
  `create index "users_trigrams" on "users" using gin (lower("username") gin_trgm_ops)`,

  keeping(
    'keep_added_texts',
    `insert into project_texts (project_id, user_id, title, description) select id, user_id, lower(title), lower(description) from added`,
  ),
  `create trigger keep_added_texts after insert on projects referencing new table as added
    for each statement execute function keep_added_texts()`,
  keeping(
    'keep_changed_texts',
    `update project_texts set title = lower(new.title), description = lower(new.description) where project_id = new.id`,
  ),
  `create trigger keep_changed_texts after update of title, description on projects
    for each row when (old.title is distinct from new.title or old.description is distinct from new.description)
    execute function keep_changed_texts()`,
];
