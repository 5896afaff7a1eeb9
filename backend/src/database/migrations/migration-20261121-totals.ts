import { Migration } from '@mikro-orm/migrations';

/** The number of public projects, updated by triggers, because counting a million takes longer than reading a page. */
export class Migration20261121Totals extends Migration {
  override name = '20261121-totals';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const isListed = (row: string) => `(${row}.is_public and ${row}.deleted_at is null)`;
const countBy = (change: string) =>
  `update project_totals set total = total + change from (${change}) as counted where name = 'public' and change <> 0`;

const counting = (name: string, change: string) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${countBy(change)}; return null; end $$`;

const statements = [
  `create table "project_totals" ("name" text not null, "total" int not null, primary key ("name"))`,
  `insert into project_totals (name, total) select 'public', count(*) from projects where is_public and deleted_at is null`,

  // Many rows of one statement change the total once.
  counting('count_added_projects', `select count(*) as change from added where ${isListed('added')}`),
  `create trigger count_added_projects after insert on projects referencing new table as added
    for each statement execute function count_added_projects()`,
  counting('count_removed_projects', `select -count(*) as change from removed where ${isListed('removed')}`),
  `create trigger count_removed_projects after delete on projects referencing old table as removed
    for each statement execute function count_removed_projects()`,

  // Does not run for a save that leaves visibility alone.
  counting('count_changed_project', `select case when ${isListed('new')} then 1 else -1 end as change`),
  `create trigger count_changed_project after update of is_public, deleted_at on projects
    for each row when (${isListed('old')} is distinct from ${isListed('new')}) execute function count_changed_project()`,
];
