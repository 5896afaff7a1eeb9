import { Migration } from '@mikro-orm/migrations';
import { assetsNamedIn } from '../named-assets.js';

/**
 * Keeps the references of code that names many files in time that grows with their number, not with its square:
 * `<> all(array)` compared each file with each, from the sixth save of a connection on, when its plan is generic.
 */
export class Migration20261130ManyReferences extends Migration {
  override name = '20261130-many-references';

  override up(): void {
    this.addSql(
      `create or replace function keep_asset_references() returns trigger language plpgsql as $$
        declare named varchar[] := array(${assetsNamedIn('new.html, new.css, new.js')});
        begin
          if tg_op = 'UPDATE' then
            delete from project_asset_references where project_id = new.id and asset_id not in (select unnest(named));
          end if;
          insert into project_asset_references
            select new.id, id from (
              select unnest(named) as id except select asset_id from project_asset_references where project_id = new.id
            ) as added on conflict do nothing;
          return null;
        end $$`,
    );
  }
}
