import type { ProjectListQuery, ProjectSort } from '@studio/contract/http/projects';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { likePattern } from '../../../database/like-pattern.js';
import { builtOnce, prepared } from '../../../database/prepared-statements.js';
import type { Tables } from '../../../database/tables.js';
import { relatedColumns, summaryColumns } from '../project-row.js';
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
 * `search` is a literal substring of title, description, author or a tag, ignoring case. Scans all the given
 * projects, so they must be those of one account.
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

/** Above this number, ids are not listed in the query. */
const maxIdsInQuery = 1_000;

/**
 * Like `searchOwn`, among everybody's projects, by the trigram index. Few matches are listed by id, so that page and
 * count need no further search. For many, the condition is a subquery, so that the database can estimate their number
 * and walk along the list's index.
 * @param projects with all conditions of what the caller may see. Only such projects decide between few and many:
 *   otherwise the time that a search takes would tell whether a text is in a private project.
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
    .where(sql<boolean>`lower(username) like lower(${likePattern(search)})`);
  const rough = sql`lower(${likePattern(...someTrigrams(search))})`;
  const texts = ['title', 'description', 'tags'].map((column) => sql.ref(`t.${column}`));
  const either = (tests: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(tests, sql` or `)})`;
  const isInText = sql<boolean>`${either(texts.map((text) => sql`${text} like ${rough}`))}
    and ${either(texts.map((text) => sql`strpos(${text}, lower(${search})) > 0`))}`;
  const inTexts = projects
    .innerJoin('project_texts as t', 't.project_id', 'projects.id')
    .select('projects.id')
    .where(isInText);
  const [authorIds, projectIds] = await Promise.all([idsOf(authors), idsOf(inTexts)]);
  if (authorIds.length <= maxIdsInQuery && projectIds.length <= maxIdsInQuery)
    return projects.where(
      sql<boolean>`(projects.id = any(${projectIds}::varchar[]) or projects.user_id = any(${authorIds}::varchar[]))`,
    );
  const byAuthor =
    authorIds.length > maxIdsInQuery
      ? sql`t.user_id in (${authors})`
      : sql`t.user_id = any(${authorIds}::varchar[])`;
  return projects.where(
    sql<boolean>`projects.id in (
      select t.project_id from project_texts t
      where (${isInText}) or ${byAuthor})`,
  );
}

/** Every third trigram of a search: the index reads a long list per trigram, and these are enough to narrow it down. */
function someTrigrams(search: string): string[] {
  const trigrams = search.match(/.{3}/gsu) ?? [];
  return trigrams.length > 1 ? trigrams : [search];
}

/** At most one id more than may be listed. */
async function idsOf(rows: {
  limit(most: number): { execute(): Promise<{ id: string }[]> };
}): Promise<string[]> {
  return (await rows.limit(maxIdsInQuery + 1).execute()).map(({ id }) => id);
}

/** Projects that are not in the trash and have all of `tags`, a comma-separated list. */
export function undeletedProjects(database: Kysely<Tables>, tags = ''): Matching {
  const wanted = parseTags(tags);
  return database
    .selectFrom('projects')
    .where('projects.deleted_at', 'is', null)
    .$if(wanted.length > 0, (query) => query.where(sql<boolean>`projects.tags @> ${wanted}::text[]`));
}

/** Like `undeletedProjects`, of those that everybody may see. */
export function publicProjects(database: Kysely<Tables>, tags?: string): Matching {
  return undeletedProjects(database, tags).where('projects.is_public', '=', true);
}

/** Whether a list query asks for the welcome project (specification: Welcome project). */
export function isWelcomeQuery({ search, limit }: Pick<ProjectListQuery, 'search' | 'limit'>): boolean {
  return search === welcomeTitle && limit === 1;
}

/** The first admin's projects with this title, because anybody may use it. */
export function welcomeProjects(database: Kysely<Tables>): Matching {
  return publicProjects(database)
    .where('projects.title', '=', welcomeTitle)
    .where('projects.user_id', 'in', database.selectFrom('installation').select('admin_id'));
}

/** Sorts a list. `id` makes the order total, so that no project is on two pages. */
export function sorted(matching: Matching, sort: ProjectSort): Matching {
  const counter = countedBy[sort];
  return (counter ? matching.orderBy(counter, 'desc') : matching)
    .orderBy('projects.updated_at', 'desc')
    .orderBy('projects.id');
}

/**
 * The projects with these ids, in their order. A page far back skips many projects; so it is chosen by id alone, and
 * no column or subquery of those is read.
 */
export function inOrder(
  database: Kysely<Tables>,
  ids: SelectQueryBuilder<Tables, 'projects', { id: string }>,
) {
  const page = sql<{ id: string; place: number }>`unnest(array(${ids})) with ordinality`;
  return database
    .selectFrom(page.as<'page'>(sql`page(id, place)`))
    .innerJoin('projects', 'projects.id', 'page.id')
    .orderBy('page.place');
}

const publicPageBy = (sort: ProjectSort) =>
  builtOnce((database, callerId: string | null, limit: number, offset: number) =>
    inOrder(
      database,
      sorted(publicProjects(database), sort).select('projects.id').limit(limit).offset(offset),
    ).select([...summaryColumns, ...relatedColumns(callerId)]),
  );

/** A page of everybody's public projects, as this caller sees them. The first pages need another plan than the last. */
export const publicPage: Record<ProjectSort, ReturnType<typeof publicPageBy>> = {
  recent: publicPageBy('recent'),
  popular: publicPageBy('popular'),
  views: publicPageBy('views'),
  forks: publicPageBy('forks'),
};

/** The number of public projects, which triggers maintain: counting a million would take longer than the page. */
export const publicTotal = prepared((database) =>
  database.selectFrom('project_totals').select('total').where('name', '=', 'public'),
);

/** The tags of a comma-separated list, each once. */
export function parseTags(tags = ''): string[] {
  const named = tags.split(',').map((tag) => tag.trim());
  return [...new Set(named)].filter((tag) => tag !== '');
}

/** The tag that the fewest projects in the public list have, and their number. */
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

/**
 * Projects in the public list with all of these tags. The database may use the index of `along`, or the one of all
 * tags.
 */
export function taggedProjects(database: Kysely<Tables>, tags: readonly string[], along: string): Matching {
  return database
    .selectFrom('projects')
    .innerJoin('project_tags as tagged', 'tagged.project_id', 'projects.id')
    .where('tagged.tag', '=', along)
    .$if(tags.length > 1, (query) =>
      query
        .where(sql<boolean>`projects.tags @> ${tags}::text[]`)
        // The condition of the tag index, which is partial.
        .where('projects.deleted_at', 'is', null),
    );
}

/** Sorts by the tag's rank first, along its index. `sorted` then has to sort only projects of equal rank. */
export function sortedByRank(tagged: Matching, sort: ProjectSort): Matching {
  return tagged.orderBy(sql.ref(`tagged.${sort}`), 'desc');
}
