import { Migration } from '@mikro-orm/migrations';

/** Accounts from the forum, identified by its id, which may have the e-mail address of a local one; used tokens. */
export class Migration20261121Forum extends Migration {
  override name = '20261121-forum';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `alter table "users" add column "forum_id" text null`,
  `create unique index "users_forum_unique" on "users" ("forum_id")`,
  `drop index "users_email_unique"`,
  `create unique index "users_email_unique" on "users" (lower("email")) where "forum_id" is null`,

  `create table "used_tokens" (
    "name" text not null,
    "expires_at" timestamptz not null,
    primary key ("name"))`,
  `create index "used_tokens_expiry_index" on "used_tokens" ("expires_at")`,
];
