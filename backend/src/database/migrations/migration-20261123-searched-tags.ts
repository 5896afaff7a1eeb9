import { Migration } from '@mikro-orm/migrations';

/** Adds tags to the searched texts, one per line. */
export class Migration20261123SearchedTags extends Migration {
  override name = '20261123-searched-tags';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const searchedTags = (row: string) => `lower(array_to_string(${row}.tags, e'\\n'))`;

const keeping = (name: string, statement: string) =>
  `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;

const statements = [
  // Locked, because rows that another replica writes meanwhile would be in neither the copy nor the triggers' work.
  `lock table projects in share row exclusive mode`,
  `alter table "project_texts" add column "tags" text not null default ''`,
  `alter table "project_texts" alter column "tags" drop default`,
  `drop index "project_texts_trigrams"`,
  `update project_texts set tags = ${searchedTags('projects')} from projects where projects.id = project_texts.project_id and projects.tags <> '{}'`,
  `create index "project_texts_trigrams" on "project_texts" using gin ("title" gin_trgm_ops, "description" gin_trgm_ops, "tags" gin_trgm_ops)`,

  keeping(
    'keep_added_texts',
    `insert into project_texts (project_id, user_id, title, description, tags)
      select id, user_id, lower(title), lower(description), ${searchedTags('added')} from added`,
  ),
  keeping(
    'keep_changed_texts',
    `update project_texts set title = lower(new.title), description = lower(new.description), tags = ${searchedTags('new')}
      where project_id = new.id`,
  ),
  `drop trigger keep_changed_texts on projects`,
  `create trigger keep_changed_texts after update of title, description, tags on projects
    for each row when ((old.title, old.description, old.tags) is distinct from (new.title, new.description, new.tags))
    execute function keep_changed_texts()`,
];
