import { Migration } from '@mikro-orm/migrations';

/** Keeps the place of a deleted fork in the tree of its source, for the forks that were made of it. */
export class Migration20261129DeletedForks extends Migration {
  override name = '20261129-deleted-forks';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `create table "deleted_forks" ("id" varchar(16) not null, "forked_from" varchar(16) not null, primary key ("id"))`,
  `create index "deleted_forks_forked_from_index" on "deleted_forks" ("forked_from")`,
  // With those in the trash.
  `drop index "projects_forks"`,
  `create index "projects_forks" on "projects" ("forked_from") where "forked_from" is not null`,

  // One statement may delete a chain of forks: each that leads to one that is kept stays.
  `create function keep_deleted_forks() returns trigger language plpgsql as $$ begin
    insert into deleted_forks (id, forked_from)
      with recursive kept (id, forked_from) as (
        select id, forked_from from removed
          where exists (select from projects p where p.forked_from = removed.id)
            or exists (select from deleted_forks d where d.forked_from = removed.id)
        union
        select removed.id, removed.forked_from from removed join kept on kept.forked_from = removed.id
      )
      select id, forked_from from kept where forked_from is not null;
    return null; end $$`,
  `create trigger keep_deleted_forks after delete on projects referencing old table as removed
    for each statement execute function keep_deleted_forks()`,
];
