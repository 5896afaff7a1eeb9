import { Migration } from '@mikro-orm/migrations';

/** Topics and posts that the forum's webhooks report, for the discussion of a project. */
export class Migration20261123Discussions extends Migration {
  override name = '20261123-discussions';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `create table "forum_topics" (
    "id" bigint not null,
    "listed_event" bigint not null default -1,
    "is_listed" boolean not null default true,
    "destroyed_event" bigint not null default -1,
    "recovered_event" bigint not null default -1,
    "heard_at" timestamptz not null default now(),
    primary key ("id"))`,
  `create table "forum_posts" (
    "id" bigint not null,
    "topic_id" bigint not null,
    "content_rank" text not null,
    "is_reply" boolean not null,
    "project_id" varchar(16) null,
    "destroyed_event" bigint not null default -1,
    "recovered_event" bigint not null default -1,
    "heard_at" timestamptz not null default now(),
    primary key ("id"))`,
  `create index "forum_posts_topic_index" on "forum_posts" ("topic_id")`,
  `create index "forum_posts_project" on "forum_posts" ("project_id") where "project_id" is not null`,
];
