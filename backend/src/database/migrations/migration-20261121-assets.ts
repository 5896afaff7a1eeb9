import { Migration } from '@mikro-orm/migrations';

/** Users' files: names, stored bytes, forks that keep them, and uploads in progress. */
export class Migration20261121Assets extends Migration {
  override name = '20261121-assets';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `create table "stored_objects" (
    "hash" varchar(64) not null,
    "storage_key" varchar(16) not null,
    "size" int not null,
    "refs" int not null,
    "unused_since" timestamptz null,
    "created_at" timestamptz not null default now(),
    primary key ("hash"))`,
  `alter table "stored_objects" add constraint "stored_objects_key_unique" unique ("storage_key")`,
  `create index "stored_objects_unused" on "stored_objects" ("unused_since") where "unused_since" is not null`,

  `create table "assets" (
    "id" varchar(16) not null,
    "user_id" varchar(16) null,
    "name" text not null,
    "category" varchar(6) not null,
    "size" int not null,
    "object_hash" varchar(64) not null,
    "created_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    primary key ("id"))`,
  `create index "assets_object_index" on "assets" ("object_hash")`,
  `create index "assets_own" on "assets" ("user_id", "created_at" desc, "id") where "deleted_at" is null`,
  `create unique index "assets_name_unique" on "assets" ("user_id", lower("name")) where "deleted_at" is null`,

  `create table "asset_holds" (
    "project_id" varchar(16) not null,
    "asset_id" varchar(16) not null,
    primary key ("project_id", "asset_id"))`,
  `create index "asset_holds_asset_index" on "asset_holds" ("asset_id")`,

  `create table "asset_uploads" (
    "id" varchar(16) not null,
    "user_id" varchar(16) not null,
    "reserved" int not null,
    "lease_until" timestamptz not null,
    primary key ("id"))`,
  `create index "asset_uploads_user_index" on "asset_uploads" ("user_id")`,

  `alter table "assets" add constraint "assets_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete set null`,
  `alter table "assets" add constraint "assets_object_hash_foreign" foreign key ("object_hash") references "stored_objects" ("hash") on delete restrict`,
  `alter table "asset_holds" add constraint "asset_holds_project_id_foreign" foreign key ("project_id") references "projects" ("id") on update cascade on delete cascade`,
  `alter table "asset_holds" add constraint "asset_holds_asset_id_foreign" foreign key ("asset_id") references "assets" ("id") on update cascade on delete cascade`,
  `alter table "asset_uploads" add constraint "asset_uploads_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
];
