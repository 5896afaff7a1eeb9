import { Migration } from '@mikro-orm/migrations';

/** Accounts, sessions, projects with likes and views. */
export class Migration20261121 extends Migration {
  override name = '20261121-accounts-and-projects';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `create table "users" (
    "id" varchar(16) not null,
    "username" text not null,
    "email" text not null,
    "password_hash" text null,
    "avatar" text null,
    "is_admin" boolean not null default false,
    "created_at" timestamptz not null default now(),
    primary key ("id"))`,
  `create unique index "users_username_unique" on "users" (lower("username"))`,
  `create unique index "users_email_unique" on "users" (lower("email"))`,

  `create table "installation" (
    "admin_id" varchar(16) not null,
    "created_at" timestamptz not null default now(),
    primary key ("admin_id"))`,

  `create table "sessions" (
    "id" varchar(16) not null,
    "user_id" varchar(16) not null,
    "expires_at" timestamptz not null,
    "created_at" timestamptz not null default now(),
    primary key ("id"))`,
  `create index "sessions_user_index" on "sessions" ("user_id")`,
  `create index "sessions_expiry_index" on "sessions" ("expires_at")`,

  `create table "projects" (
    "id" varchar(16) not null,
    "user_id" varchar(16) not null,
    "title" text not null,
    "html" text not null,
    "css" text not null,
    "js" text not null,
    "description" text not null,
    "tags" text[] not null,
    "is_public" boolean not null,
    "is_embeddable" boolean not null,
    "framework_config" jsonb not null,
    "views" int not null default 0,
    "likes" int not null default 0,
    "fork_count" int not null default 0,
    "version" int not null default 1,
    "forked_from" varchar(16) null,
    "created_at" timestamptz not null default now(),
    "updated_at" timestamptz not null default now(),
    "deleted_at" timestamptz null,
    primary key ("id"))`,
  `create index "projects_own" on "projects" ("user_id", "updated_at" desc, "id") where "deleted_at" is null`,
  `create index "projects_public_recent" on "projects" ("updated_at" desc, "id") where "is_public" and "deleted_at" is null`,
  `create index "projects_public_popular" on "projects" ("likes" desc, "updated_at" desc, "id") where "is_public" and "deleted_at" is null`,
  `create index "projects_public_views" on "projects" ("views" desc, "updated_at" desc, "id") where "is_public" and "deleted_at" is null`,
  `create index "projects_public_forks" on "projects" ("fork_count" desc, "updated_at" desc, "id") where "is_public" and "deleted_at" is null`,
  `create index "projects_tags" on "projects" using gin ("tags") where "deleted_at" is null`,
  `create index "projects_trash" on "projects" ("deleted_at") where "deleted_at" is not null`,

  `create table "project_likes" (
    "project_id" varchar(16) not null,
    "user_id" varchar(16) not null,
    "created_at" timestamptz not null default now(),
    primary key ("project_id", "user_id"))`,
  `create index "project_likes_user_index" on "project_likes" ("user_id")`,

  `create table "project_views" (
    "project_id" varchar(16) not null,
    "viewer" text not null,
    "viewed_at" timestamptz not null,
    primary key ("project_id", "viewer"))`,
  `create index "project_views_time_index" on "project_views" ("viewed_at")`,

  `create table "idempotency_keys" (
    "user_id" varchar(16) not null,
    "key" text not null,
    "body_hash" text not null,
    "project_id" varchar(16) not null,
    "created_at" timestamptz not null default now(),
    primary key ("user_id", "key"))`,
  `create index "idempotency_keys_time_index" on "idempotency_keys" ("created_at")`,

  `alter table "installation" add constraint "installation_admin_id_foreign" foreign key ("admin_id") references "users" ("id") on update cascade on delete restrict`,
  `alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
  `alter table "projects" add constraint "projects_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
  `alter table "project_likes" add constraint "project_likes_project_id_foreign" foreign key ("project_id") references "projects" ("id") on update cascade on delete cascade`,
  `alter table "project_likes" add constraint "project_likes_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
  `alter table "project_views" add constraint "project_views_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
  `alter table "idempotency_keys" add constraint "idempotency_keys_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
];
