import { Migration } from '@mikro-orm/migrations';

/**
 * The tags of public projects with their ranks for the orders of the lists, and the number of projects per tag.
 * Triggers update both: when a save changes tags or visibility, and otherwise at most once in ten minutes.
 */
export class Migration20261121Tags extends Migration {
  override name = '20261121-tags';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

/** Whether a project is in the public list. */
export const isListed = (row: string) => `(${row}.is_public and ${row}.deleted_at is null)`;
const tenMinutes = (time: string) => `floor(extract(epoch from ${time}) / 600)::bigint`;
/**
 * Rises with the order of a list: by the counter, then by the time. Equal for times of the same ten minutes. For
 * counters from 1,000 on, equal if they differ by less than a thousandth, without regard to the time.
 */
const rank = (counter: string, time: string) => `case when ${counter} < 1000
  then ${counter} * 1000000000::bigint + ${tenMinutes(time)}
  else floor(1000 * ln(${counter}))::bigint * 1000000000 end`;
const orders = ['recent', 'popular', 'views', 'forks'];
const columns = orders.join(', ');
const ranks = (row: string) =>
  ['0', `${row}.likes`, `${row}.views`, `${row}.fork_count`]
    .map((counter) => rank(counter, `${row}.updated_at`))
    .join(', ');
/** The values that ranks are computed from. */
const standing = (row: string) =>
  `(${row}.likes, ${row}.views, ${row}.fork_count, ${tenMinutes(`${row}.updated_at`)})`;
/** Adds the tags that `from` names to those of this listed project. */
export const tagsOf = (row: string, from: string) =>
  `insert into project_tags (project_id, tag, ${columns}) select distinct ${row}.id, tag, ${ranks(row)} from ${from} as tag where ${isListed(row)}`;

const keeping = (name: string, ...work: string[]) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${work.join('; ')}; return null; end $$`;

const statements = [
  // Locked, because rows that another replica writes meanwhile would be in neither the copy nor the triggers' work.
  `lock table projects in share row exclusive mode`,
  `create table "project_tags" (
    "project_id" varchar(16) not null,
    "tag" text not null,
    ${orders.map((order) => `"${order}" bigint not null`).join(', ')},
    primary key ("project_id", "tag"))`,
  tagsOf('projects', 'projects, unnest(projects.tags)'),
  `alter table "project_tags" add constraint "project_tags_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade`,
  ...orders.map((order) => `create index "project_tags_${order}" on "project_tags" ("tag", "${order}" desc)`),

  `create table "project_tag_totals" (
    "tag" text not null,
    "id" bigserial not null,
    "total" int not null,
    primary key ("tag", "id"))`,
  `insert into project_tag_totals (tag, total) select tag, count(*) from project_tags group by tag`,

  // Replaces the rows of these tags, except those that another transaction has locked, and then adds another row. So
  // nobody waits, and the sum of a tag's rows is always right.
  keeping(
    'count_tags',
    `with changes as (
      select tag, count(*) * case tg_op when 'INSERT' then 1 else -1 end as total from changed group by tag
    ), free as (
      select tag, id from project_tag_totals where tag in (select tag from changes) for update skip locked
    ), taken as (
      delete from project_tag_totals counted using free
        where counted.tag = free.tag and counted.id = free.id returning counted.tag, counted.total
    )
    insert into project_tag_totals (tag, total)
      select tag, sum(total) from (table changes union all table taken) as every group by tag having sum(total) <> 0`,
  ),
  `create trigger count_added_tags after insert on project_tags referencing new table as changed
    for each statement execute function count_tags()`,
  `create trigger count_removed_tags after delete on project_tags referencing old table as changed
    for each statement execute function count_tags()`,

  keeping('keep_added_tags', tagsOf('added', 'added, unnest(added.tags)')),
  `create trigger keep_added_tags after insert on projects referencing new table as added
    for each statement execute function keep_added_tags()`,
  keeping(
    'keep_changed_tags',
    `delete from project_tags where project_id = new.id and not (${isListed('new')} and tag = any(new.tags))`,
    `${tagsOf('new', 'unnest(new.tags)')} on conflict do nothing`,
  ),
  `create trigger keep_changed_tags after update of tags, is_public, deleted_at on projects
    for each row when (old.tags is distinct from new.tags or ${isListed('old')} is distinct from ${isListed('new')})
    execute function keep_changed_tags()`,
  keeping(
    'keep_ranks_of_tags',
    `update project_tags set (${columns}) = row(fresh.*) from (select ${ranks('new')}) as fresh (${columns})
      where project_id = new.id and (${orders.map((order) => `project_tags.${order}`).join(', ')}) is distinct from row(fresh.*)`,
  ),
  `create trigger keep_ranks_of_tags after update of likes, views, fork_count, updated_at on projects
    for each row when (${isListed('new')} and ${standing('old')} is distinct from ${standing('new')})
    execute function keep_ranks_of_tags()`,
];
