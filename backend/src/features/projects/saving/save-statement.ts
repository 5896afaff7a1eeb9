import type { ProjectInput, SaveKind } from '@studio/contract/http/projects';
import { sql } from 'kysely';
import { thisMoment } from '../../../database/clock.js';
import { builtOnce, prepared } from '../../../database/prepared-statements.js';
import { liveLinkIds, projectColumns, relatedColumns } from '../project-row.js';
import { keepRevision, pruneRevisions } from '../revisions/keep-revision.js';
import { revisionFields } from './account-quota.js';

type Field = keyof ProjectInput;

/** The column of each field, with its type. */
const columns = {
  title: { name: 'title', type: 'text' },
  html: { name: 'html', type: 'text' },
  css: { name: 'css', type: 'text' },
  js: { name: 'js', type: 'text' },
  description: { name: 'description', type: 'text' },
  tags: { name: 'tags', type: 'text[]' },
  isPublic: { name: 'is_public', type: 'boolean' },
  isEmbeddable: { name: 'is_embeddable', type: 'boolean' },
  frameworkConfig: { name: 'framework_config', type: 'jsonb' },
} as const satisfies Record<Field, { name: string; type: string }>;

const isSource = (field: Field) => field === 'html' || field === 'css' || field === 'js';

/** Those that are prepared, by their fields. */
const statements = new Map<string, ReturnType<typeof saveFields>>();

/** The statement that stores exactly the given fields, and their values; null if none is given. */
export function saveStatement(input: ProjectInput) {
  const fields = (Object.keys(columns) as Field[]).filter((field) => input[field] !== undefined);
  if (fields.length === 0) return null;
  const key = fields.join();
  const save = statements.get(key) ?? saveFields(fields);
  if (fields.every(isSource)) statements.set(key, save);
  return { save, values: fields.map((field) => input[field]) };
}

/**
 * Stores the fields of a locked project, increases the version, writes the history and returns what changed, in one
 * statement to save round trips. Returns no row if nothing changes.
 */
function saveFields(fields: readonly Field[]) {
  const differs = (field: Field, from: 'before' | 'given') =>
    sql<boolean>`${sql.ref(`projects.${columns[field].name}`)} is distinct from ${sql.ref(`${from}.${columns[field].name}`)}`;
  const changes = fields.map((field) => sql`case when ${differs(field, 'before')} then ${field}::text end`);
  const sources = fields.filter(isSource);
  const isLarge = sources.map(
    (field) => sql`is_large_edit(before.${sql.raw(field)}, given.${sql.raw(field)})`,
  );
  const hasConfig = fields.includes('frameworkConfig');
  const hasOtherPackages = hasConfig ? differs('frameworkConfig', 'before') : sql`false`;
  const isOther = hasConfig
    ? sql`projects.framework_config - 'packages' is distinct from before.framework_config - 'packages'`
    : sql`false`;
  // What is typed, and nothing else: of all 511 choices of fields, the plans would take 160 MB of each connection.
  const kept = fields.every(isSource) ? prepared : builtOnce;
  return kept(
    (
      database,
      id: string,
      callerId: string,
      kind: SaveKind,
      restoredFrom: Date | null,
      ...values: unknown[]
    ) =>
      database
        .with('before', (query) => query.selectFrom('projects').selectAll().where('id', '=', id))
        // So that each value is sent once, although it is used several times.
        .with('given', (query) =>
          query.selectNoFrom(
            fields.map((field, index) =>
              sql`${values[index]}::${sql.raw(columns[field].type)}`.as(columns[field].name),
            ),
          ),
        )
        .with('saved', (query) =>
          query
            .updateTable('projects')
            .from(['before', 'given'])
            .set({
              ...Object.fromEntries(
                fields.map((field) => [columns[field].name, sql.ref(`given.${columns[field].name}`)]),
              ),
              version: sql`projects.version + 1`,
              updated_at: thisMoment(),
            })
            .whereRef('projects.id', '=', 'before.id')
            .where(
              sql<boolean>`(${sql.join(
                fields.map((field) => differs(field, 'given')),
                sql` or `,
              )})`,
            )
            .returning(projectColumns)
            .returning(relatedColumns(callerId))
            .returning(liveLinkIds.as('link_ids'))
            .returning(sql<string[]>`array_remove(array[${sql.join(changes)}]::text[], null)`.as('changed'))
            .returning(
              sql<string>`case
              when ${restoredFrom}::timestamptz is not null then 'restore'
              when ${isOther} then 'framework'
              when ${hasOtherPackages} then 'packages'
              when ${kind} = 'auto' and (${sql.join([sql`false`, ...isLarge], sql` or `)}) then 'large'
              else 'edit' end`.as('change'),
            ),
        )
        .with('revision', () =>
          keepRevision(
            { kind, change: sql.ref('saved.change'), restoredFrom },
            sql`changed && ${revisionFields}::text[]`,
          ),
        )
        .with('pruned', () => pruneRevisions)
        .selectFrom('saved')
        .selectAll(),
  );
}
