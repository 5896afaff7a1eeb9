import { Migration } from '@mikro-orm/migrations';
import { isListed, tagsOf } from './migration-20261121-tags.js';

/**
 * Keeps the total of the public list and the tags of public projects once for each statement. A trigger for each row
 * replaced the total of a tag 2,000 times while an account with 2,000 projects was suspended, and each time passed over
 * all rows that it had replaced before.
 */
export class Migration20261130ManyProjects extends Migration {
  override name = '20261130-many-projects';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const listing = (table: string) => `select id, ${isListed(table)} as listed, tags from ${table}`;
/** Not a join: its plan, made for one row, would compare each of a thousand projects with each. */
const changed = `(${listing('after')} except ${listing('before')}) as changed`;
const listedIn = (table: string) => `(select count(*) from ${table} where ${isListed(table)})`;

const statements = [
  `drop trigger count_changed_project on projects`,
  `drop function count_changed_project()`,
  `drop trigger keep_changed_tags on projects`,
  `drop function keep_changed_tags()`,
  // For all updates, since a trigger for some columns cannot see all rows of a statement. Most change nothing here.
  `create function keep_changed_listing() returns trigger language plpgsql as $$ begin
    if exists (select from ${changed}) then
      update project_totals set total = total + change from (select ${listedIn('after')} - ${listedIn('before')} as change) as counted
        where name = 'public' and change <> 0;
      delete from project_tags using ${changed}
        where project_id = changed.id and not (changed.listed and tag = any(changed.tags));
      ${tagsOf('projects', `${changed} join projects on projects.id = changed.id, unnest(projects.tags)`)} on conflict do nothing;
    end if;
    return null; end $$`,
  `create trigger keep_changed_listing after update on projects referencing old table as before new table as after
    for each statement execute function keep_changed_listing()`,
];
