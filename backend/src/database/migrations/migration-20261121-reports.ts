import { Migration } from '@mikro-orm/migrations';

/** Reports with their evidence, takedowns, and the files that these block. */
export class Migration20261121Reports extends Migration {
  override name = '20261121-reports';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `create table "report_evidence" (
    "id" varchar(16) not null,
    "project_id" varchar(16) not null,
    "version" int not null,
    "owner_id" varchar(16) not null,
    "owner_name" text not null,
    "title" text not null,
    "description" text not null,
    "tags" text[] not null,
    "html" text not null,
    "css" text not null,
    "js" text not null,
    "framework_config" jsonb not null,
    "created_at" timestamptz not null default now(),
    primary key ("id"))`,
  `alter table "report_evidence" add constraint "report_evidence_version_unique" unique ("project_id", "version")`,

  `create table "reports" (
    "id" varchar(16) not null,
    "kind" varchar(6) not null,
    "project_id" varchar(16) not null,
    "evidence_id" varchar(16) not null,
    "reporter_id" varchar(16) null,
    "reason" varchar(9) not null,
    "note" text not null,
    "state" varchar(10) not null,
    "resolved_by" varchar(16) null,
    "resolved_at" timestamptz null,
    "resolution_note" text not null,
    "created_at" timestamptz not null default now(),
    primary key ("id"))`,
  `create index "reports_project_index" on "reports" ("project_id")`,
  `create index "reports_evidence_index" on "reports" ("evidence_id")`,
  `create unique index "reports_open_unique" on "reports" ("project_id", "reporter_id", "kind") where "state" = 'open'`,
  `create index "reports_open" on "reports" ("created_at", "id") where "state" = 'open'`,
  `create index "reports_resolved" on "reports" ("resolved_at" desc, "id") where "state" <> 'open'`,

  `create table "takedowns" (
    "project_id" varchar(16) not null,
    "reason" varchar(9) not null,
    "note" text not null,
    "appeal_id" varchar(16) null,
    "created_at" timestamptz not null default now(),
    primary key ("project_id"))`,
  `create index "takedowns_appeal_index" on "takedowns" ("appeal_id")`,

  `create table "asset_blocks" (
    "asset_id" varchar(16) not null,
    "project_id" varchar(16) not null,
    primary key ("asset_id", "project_id"))`,
  `create index "asset_blocks_project_index" on "asset_blocks" ("project_id")`,

  `alter table "reports" add constraint "reports_evidence_id_foreign" foreign key ("evidence_id") references "report_evidence" ("id") on delete restrict`,
  `alter table "reports" add constraint "reports_reporter_id_foreign" foreign key ("reporter_id") references "users" ("id") on delete set null`,
  `alter table "reports" add constraint "reports_resolved_by_foreign" foreign key ("resolved_by") references "users" ("id") on delete set null`,
  `alter table "takedowns" add constraint "takedowns_appeal_id_foreign" foreign key ("appeal_id") references "reports" ("id") on delete set null`,
  `alter table "asset_blocks" add constraint "asset_blocks_asset_id_foreign" foreign key ("asset_id") references "assets" ("id") on delete cascade`,
];
