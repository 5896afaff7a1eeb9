import { Migration } from '@mikro-orm/migrations';

/** What each revision changed, and the name that its owner gave it. */
export class Migration20261123RevisionChanges extends Migration {
  override name = '20261123-revision-changes';

  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

/** In bytes: a smaller change never counts as large. */
const smallest = 100;
/** With more lines than this, lines are not compared: everything between the first and the last changed byte counts. */
const linesCompared = 5_000;

/** How many leading bytes of two texts are equal, by bisection: no byte is compared more than twice. */
const commonBytes = `create function common_bytes(one bytea, other bytea, most int, from_end boolean) returns int
  language plpgsql immutable as $$
  declare
    equal int := 0;
    reach int := most;
    half int;
    size int;
  begin
    while equal < reach loop
      half := equal + (reach - equal + 1) / 2;
      size := half - equal;
      if (case when from_end
          then substring(one from length(one) - half + 1 for size) = substring(other from length(other) - half + 1 for size)
          else substring(one from equal + 1 for size) = substring(other from equal + 1 for size) end)
      then equal := half;
      else reach := half - 1;
      end if;
    end loop;
    return equal;
  end $$`;

/** The bytes of the lines in `one` that are not in `other`. */
const bytesOnlyIn = `create function bytes_only_in(one text, other text) returns bigint language sql immutable as $$
    select coalesce(sum(length(line) + 1), 0) from (
      select unnest(string_to_array(one, chr(10))) as line
      except all
      select unnest(string_to_array(other, chr(10)))
    ) as lines
  $$`;

/**
 * Whether an edit removed most of a text, or most of the result is new. Takes linear time: skips the common beginning
 * and end, and compares whole lines of the rest.
 */
const isLargeEdit = `create function is_large_edit(before_edit text, after_edit text) returns boolean
  language plpgsql immutable as $$
  declare
    former bytea := convert_to(before_edit, 'UTF8');
    newer bytea := convert_to(after_edit, 'UTF8');
    head int := common_bytes(former, newer, least(length(former), length(newer)), false);
    tail int := common_bytes(former, newer, least(length(former), length(newer)) - head, true);
    removed bigint := length(former) - head - tail;
    added bigint := length(newer) - head - tail;
    removed_text text;
    added_text text;
  begin
    if not (removed >= ${smallest} and removed * 2 > length(former) or added >= ${smallest} and added * 2 > length(newer))
    then return false;
    end if;
    -- A character each for the bytes, because a cut may go through a letter.
    removed_text := convert_from(substring(former from head + 1 for removed::int), 'LATIN1');
    added_text := convert_from(substring(newer from head + 1 for added::int), 'LATIN1');
    if removed - length(replace(removed_text, chr(10), '')) > ${linesCompared}
      or added - length(replace(added_text, chr(10), '')) > ${linesCompared}
    then return true;
    end if;
    removed := bytes_only_in(removed_text, added_text);
    added := bytes_only_in(added_text, removed_text);
    return removed >= ${smallest} and removed * 2 > length(former) or added >= ${smallest} and added * 2 > length(newer);
  end $$`;

const statements = [
  `alter table "project_revisions"
    add column "changed_at" timestamptz null,
    add column "change" varchar(9) not null default 'edit',
    add column "template" text null,
    add column "restored_from" timestamptz null,
    add column "name" text null`,
  commonBytes,
  bytesOnlyIn,
  isLargeEdit,
];
