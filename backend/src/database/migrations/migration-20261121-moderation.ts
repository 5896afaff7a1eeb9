import { Migration } from '@mikro-orm/migrations';

/** Hidden projects, suspended accounts, an audit log that nothing can change, and the activity feed. */
export class Migration20261121Moderation extends Migration {
  override name = '20261121-moderation';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

/** Who did it and to what. The names are copies, because both may be deleted later. */
const whoAndWhat = `
    "actor_id" varchar(16) null,
    "actor_name" text null,
    "subject_kind" text not null,
    "subject_id" varchar(16) not null,
    "subject_name" text not null,`;

const statements = [
  `alter table "projects"
    add column "withheld_by" text null,
    add column "was_public" boolean not null default false,
    add column "was_embeddable" boolean not null default false`,
  `create index "projects_moderated" on "projects" ("updated_at" desc, "id") where "deleted_at" is null`,
  `create index "projects_withheld" on "projects" ("withheld_by") where "withheld_by" is not null`,

  `alter table "users"
    add column "suspended_at" timestamptz null,
    add column "suspension_reason" text null,
    add column "forum_destroyed_at" timestamptz null`,
  `create index "users_recent" on "users" ("created_at" desc, "id")`,
  `create index "users_admins_first" on "users" ("is_admin" desc, lower("username"))`,
  `create index "users_forum_destroyed" on "users" ("forum_destroyed_at") where "forum_destroyed_at" is not null`,

  `create table "audit_entries" (
    "id" varchar(16) not null,${whoAndWhat}
    "action" text not null,
    "reason" text not null,
    "at" timestamptz not null default clock_timestamp(),
    primary key ("id"))`,
  `create index "audit_entries_latest" on "audit_entries" ("at" desc, "id")`,
  `create index "audit_entries_action" on "audit_entries" ("action", "at" desc, "id")`,
  `create index "audit_entries_actor" on "audit_entries" ("actor_id", "at" desc, "id")`,
  `create function refuse_to_change_the_audit_log() returns trigger language plpgsql as $$
    begin raise exception 'The audit log is append-only'; end $$`,
  `create trigger audit_entries_stay before update or delete or truncate on audit_entries
    for each statement execute function refuse_to_change_the_audit_log()`,

  `create table "moderation_events" (
    "id" varchar(16) not null,${whoAndWhat}
    "type" text not null,
    "at" timestamptz not null default clock_timestamp(),
    primary key ("id"))`,
  `create index "moderation_events_latest" on "moderation_events" ("at" desc, "id")`,
  `create index "moderation_events_type" on "moderation_events" ("type", "at")`,
  `create index "moderation_events_actor" on "moderation_events" ("actor_id", "at")`,
];
