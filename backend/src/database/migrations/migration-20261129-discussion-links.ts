import { Migration } from '@mikro-orm/migrations';

/** When a topic's first post first linked to a project: the first of them has the discussion. */
export class Migration20261129DiscussionLinks extends Migration {
  override name = '20261129-discussion-links';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `create table "forum_links" (
    "post_id" bigint not null,
    "project_id" varchar(16) not null,
    "linked_at" timestamptz not null,
    primary key ("post_id", "project_id"))`,
  `alter table "forum_links" add constraint "forum_links_post_id_foreign" foreign key ("post_id") references "forum_posts" ("id") on delete cascade`,
  // All at the same time, so that the oldest topic remains the first of them.
  `insert into "forum_links" ("post_id", "project_id", "linked_at")
    select "id", "project_id", now() from "forum_posts" where "project_id" is not null`,
];
