import { Migration } from '@mikro-orm/migrations';
import { assetsNamedIn } from '../named-assets.js';

/** Which files the code of a project names, updated by triggers. */
export class Migration20261122AssetReferences extends Migration {
  override name = '20261122-asset-references';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `create table "project_asset_references" (
    "project_id" varchar(16) not null,
    "asset_id" varchar(16) not null,
    primary key ("project_id", "asset_id"))`,
  `create index "project_asset_references_asset_index" on "project_asset_references" ("asset_id")`,
  `alter table "project_asset_references" add constraint "project_asset_references_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,

  `create function keep_asset_references() returns trigger language plpgsql as $$
    declare named varchar[] := array(${assetsNamedIn('new.html, new.css, new.js')});
    begin
      if tg_op = 'UPDATE' then
        delete from project_asset_references where project_id = new.id and asset_id <> all(named);
      end if;
      insert into project_asset_references select new.id, unnest(named) on conflict do nothing;
      return null;
    end $$`,
  `create trigger keep_asset_references_of_new after insert on projects
    for each row execute function keep_asset_references()`,
  `create trigger keep_asset_references after update of html, css, js on projects
    for each row when ((old.html, old.css, old.js) is distinct from (new.html, new.css, new.js))
    execute function keep_asset_references()`,
];
