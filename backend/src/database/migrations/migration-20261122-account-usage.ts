import { Migration } from '@mikro-orm/migrations';

/** An account's number of projects and bytes of revisions, updated by triggers, because counting would slow saves. */
export class Migration20261122AccountUsage extends Migration {
  override name = '20261122-account-usage';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const bytesOf = (row: string) =>
  `(octet_length(${row}.html) + octet_length(${row}.css) + octet_length(${row}.js))`;
const trigger = (name: string, body: string) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`;
const countBytes = (project: string, change: string) =>
  `update account_usage set history_bytes = history_bytes + ${change}
    where user_id = (select user_id from projects where id = ${project}); return null;`;

const statements = [
  `create table "account_usage" (
    "user_id" varchar(16) not null,
    "projects" int not null default 0,
    "history_bytes" bigint not null default 0,
    primary key ("user_id"))`,
  `alter table "account_usage" add constraint "account_usage_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade deferrable initially deferred`,
  `insert into account_usage (user_id, projects, history_bytes)
    select user_id, count(*), coalesce(sum((
      select sum(${bytesOf('r')}) from project_revisions r where r.project_id = p.id)), 0)
    from projects p group by user_id`,

  // One change per account and statement.
  trigger(
    'use_account_for_projects',
    `insert into account_usage as used (user_id, projects)
      select user_id, count(*) from added group by user_id order by user_id
      on conflict (user_id) do update set projects = used.projects + excluded.projects; return null;`,
  ),
  `create trigger use_account_for_projects after insert on projects referencing new table as added
    for each statement execute function use_account_for_projects()`,
  // Before the deletion, while revisions can still be counted. Their trigger below finds no project then.
  trigger(
    'free_account_of_project',
    `update account_usage set projects = projects - 1, history_bytes = history_bytes - coalesce((
        select sum(${bytesOf('r')}) from project_revisions r where r.project_id = old.id), 0)
      where user_id = old.user_id; return old;`,
  ),
  `create trigger free_account_of_project before delete on projects
    for each row execute function free_account_of_project()`,

  trigger(
    'use_account_for_revisions',
    `update account_usage used set history_bytes = used.history_bytes + more.bytes
      from (
        select p.user_id, sum(${bytesOf('added')}) as bytes
        from added join projects p on p.id = added.project_id group by p.user_id
      ) more
      where used.user_id = more.user_id; return null;`,
  ),
  `create trigger use_account_for_revisions after insert on project_revisions referencing new table as added
    for each statement execute function use_account_for_revisions()`,
  trigger(
    'change_account_by_revision',
    countBytes('new.project_id', `${bytesOf('new')} - ${bytesOf('old')}`),
  ),
  `create trigger change_account_by_revision after update of html, css, js on project_revisions
    for each row when (${bytesOf('old')} <> ${bytesOf('new')}) execute function change_account_by_revision()`,
  trigger('free_account_of_revision', countBytes('old.project_id', `(-${bytesOf('old')})`)),
  `create trigger free_account_of_revision after delete on project_revisions
    for each row execute function free_account_of_revision()`,
];
