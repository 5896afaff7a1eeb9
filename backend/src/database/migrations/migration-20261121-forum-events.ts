import { Migration } from '@mikro-orm/migrations';

/** The forum's webhook events that were handled. */
export class Migration20261121ForumEvents extends Migration {
  override name = '20261121-forum-events';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `alter table "users" add column "forum_suspended_at" timestamptz null`,
  `create table "forum_events" (
    "id" text not null,
    "at" timestamptz not null default now(),
    primary key ("id"))`,
  `create index "forum_events_time_index" on "forum_events" ("at")`,
];
