import type { ProjectListQuery, ProjectSort } from '@studio/contract/http/projects';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../../../database/tables.js';
import { welcomeTitle } from '../welcome.service.js';

const countedBy = {
  recent: null,
  popular: 'projects.likes',
  views: 'projects.views',
  forks: 'projects.fork_count',
} as const;

export type Matching = SelectQueryBuilder<Tables, 'projects', object>;

/** How many projects match. */
export async function countMatches(matching: Matching): Promise<number> {
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return total;
}

/**
 * `search` is a literal substring of title, description, author or a tag, without regard to case. Looks at each of the
 * projects, which are somebody's own.
 */
export function searchOwn(projects: Matching, search: string | undefined): Matching {
  return projects.$if(search !== undefined && search !== '', (query) =>
    query.where(
      sql<boolean>`(strpos(lower(projects.title), lower(${search})) > 0
        or strpos(lower(projects.description), lower(${search})) > 0
        or exists (select from unnest(projects.tags) tag where strpos(lower(tag), lower(${search})) > 0)
        or exists (select from users u where u.id = projects.user_id and strpos(lower(u.username), lower(${search})) > 0))`,
    ),
  );
}

/** More than these are not named to the database one by one. */
const mostIdsInQuery = 1_000;

/**
 * The same by trigrams, among everybody's. What few are found is named, and looked up by page and count without another
 * search. Of very many the database is to find a page by walking along the list; so it must see how many there are.
 */
export async function searchByIndex(
  database: Kysely<Tables>,
  projects: Matching,
  search: string | undefined,
): Promise<Matching> {
  if (search === undefined || search === '') return projects;
  const authors = database
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`lower(username) like lower(${patternOf([search])})`);
  const rough = sql`lower(${patternOf(someTrigrams(search))})`;
  const texts = ['title', 'description', 'tags'].map((column) => sql.ref(`t.${column}`));
  const either = (tests: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(tests, sql` or `)})`;
  const isInText = sql<boolean>`${either(texts.map((text) => sql`${text} like ${rough}`))}
    and ${either(texts.map((text) => sql`strpos(${text}, lower(${search})) > 0`))}`;
  const inTexts = database.selectFrom('project_texts as t').select('t.project_id as id').where(isInText);
  const [named, found] = await Promise.all([idsOf(authors), idsOf(inTexts)]);
  if (named.length <= mostIdsInQuery && found.length <= mostIdsInQuery)
    return projects.where(
      sql<boolean>`(projects.id = any(${found}::varchar[]) or projects.user_id = any(${named}::varchar[]))`,
    );
  const byAuthor =
    named.length > mostIdsInQuery
      ? sql`t.user_id in (${authors})`
      : sql`t.user_id = any(${named}::varchar[])`;
  return projects.where(
    sql<boolean>`projects.id in (
      select t.project_id from project_texts t
      where (${isInText}) or ${byAuthor})`,
  );
}

/** Each third of its trigrams: the index reads a long list for every one of them, and few are enough to find few. */
function someTrigrams(search: string): string[] {
  const trigrams = search.match(/.{3}/gsu) ?? [];
  return trigrams.length > 1 ? trigrams : [search];
}

/** Of texts that have all of these parts, in this order. */
function patternOf(parts: readonly string[]): string {
  return `%${parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%')}%`;
}

/** One more than may be named, at most. */
async function idsOf(rows: {
  limit(most: number): { execute(): Promise<{ id: string }[]> };
}): Promise<string[]> {
  return (await rows.limit(mostIdsInQuery + 1).execute()).map(({ id }) => id);
}

/** Those that are not in the trash; `tags` must all be there. */
export function undeletedProjects(database: Kysely<Tables>, tags = ''): Matching {
  const wanted = parseTags(tags);
  return database
    .selectFrom('projects')
    .where('projects.deleted_at', 'is', null)
    .$if(wanted.length > 0, (query) => query.where(sql<boolean>`projects.tags @> ${wanted}::text[]`));
}

/** Whether a list is asked for the project that newcomers are shown (specification: Welcome project). */
export function isWelcomeQuery({ search, limit }: Pick<ProjectListQuery, 'search' | 'limit'>): boolean {
  return search === welcomeTitle && limit === 1;
}

/** The studio's own, by its first admin: anybody may give a project this title. */
export function welcomeProjects(database: Kysely<Tables>): Matching {
  return database
    .selectFrom('projects')
    .where('projects.deleted_at', 'is', null)
    .where('projects.title', '=', welcomeTitle)
    .where('projects.user_id', 'in', database.selectFrom('installation').select('admin_id'));
}

/** `id` makes the order total, so that no project stands on two pages. */
export function sorted(matching: Matching, sort: ProjectSort): Matching {
  const counter = countedBy[sort];
  return (counter ? matching.orderBy(counter, 'desc') : matching)
    .orderBy('projects.updated_at', 'desc')
    .orderBy('projects.id');
}

/** The tags of a comma-separated list, each once. */
export function parseTags(tags = ''): string[] {
  const named = tags.split(',').map((tag) => tag.trim());
  return [...new Set(named)].filter((tag) => tag !== '');
}

/** Which of these tags the fewest projects in everybody's list have, and how many. */
export function rarestTag(
  database: Kysely<Tables>,
  tags: readonly string[],
): Promise<{ tag: string; total: number }> {
  return database
    .selectFrom(sql<{ tag: string }>`unnest(${tags}::text[])`.as<'named'>(sql`named(tag)`))
    .leftJoin('project_tag_totals', 'project_tag_totals.tag', 'named.tag')
    .select(['named.tag', sql<number>`coalesce(sum(total), 0)::int`.as('total')])
    .groupBy('named.tag')
    .orderBy('total')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Those in everybody's list that have all of these tags. They may be found along one, or where the indexes of all meet. */
export function taggedProjects(database: Kysely<Tables>, tags: readonly string[], along: string): Matching {
  return database
    .selectFrom('projects')
    .innerJoin('project_tags as tagged', 'tagged.project_id', 'projects.id')
    .where('tagged.tag', '=', along)
    .$if(tags.length > 1, (query) =>
      query
        .where(sql<boolean>`projects.tags @> ${tags}::text[]`)
        // As the index of tags has it.
        .where('projects.deleted_at', 'is', null),
    );
}

/** Along the tag's index: ranks rise with the order of `inOrder`, which has to sort only what is of one rank. */
export function sortedByRank(tagged: Matching, sort: ProjectSort): Matching {
  return tagged.orderBy(sql.ref(`tagged.${sort}`), 'desc');
}
