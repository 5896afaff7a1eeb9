import { Migration } from '@mikro-orm/migrations';

/** npm packages in the asset storage: their files, and the modules built from them. */
export class Migration20261123StoredPackages extends Migration {
  override name = '20261123-stored-packages';

  override up(): void {
    this.addSql(`create table "stored_packages" (
      "name" varchar(214) not null,
      "version" varchar(64) not null,
      "license" text not null,
      "description" text not null,
      "size" int not null,
      "source" varchar(8) not null,
      "dependencies" jsonb not null,
      "stored_at" timestamptz not null default now(),
      "last_used_at" timestamptz not null default now(),
      "evicted_at" timestamptz null,
      primary key ("name", "version"))`);
    this.addSql('create index "stored_packages_last_used" on "stored_packages" ("last_used_at")');
    this.addSql(`create table "package_objects" (
      "storage_key" varchar(16) not null,
      "package_name" varchar(214) not null,
      "package_version" varchar(64) not null,
      "part" text not null,
      "hash" varchar(64) not null,
      "size" int not null,
      primary key ("storage_key"))`);
    this.addSql(
      'alter table "package_objects" add constraint "package_objects_part_unique" unique ("package_name", "package_version", "part")',
    );
  }
}
