import { Migration } from '@mikro-orm/migrations';

/** Networks from which people have signed in, so that strangers cannot lock them out there. */
export class Migration20261121KnownNetworks extends Migration {
  override name = '20261121-known-networks';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `create table "known_networks" (
    "user_id" varchar(16) not null,
    "network" text not null,
    "seen_at" timestamptz not null,
    primary key ("user_id", "network"))`,
  `create index "known_networks_time_index" on "known_networks" ("seen_at")`,
  `alter table "known_networks" add constraint "known_networks_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
];
