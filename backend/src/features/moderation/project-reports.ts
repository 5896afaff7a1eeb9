import { Injectable } from '@nestjs/common';
import type { Page } from '@studio/contract/http/paging';
import type { FiledReport, Report, ReportInput, ReportsQuery } from '@studio/contract/http/reports';
import type { ProjectKey } from '@studio/contract/project-key';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { notFound, tooManyRequests } from '../../common/errors/api-error.js';
import type { Caller } from '../../common/http/caller.js';
import { newId } from '../../common/ids.js';
import { readPage } from '../../common/read-page.js';
import { formatWait, toIsoTime } from '../../common/text-format.js';
import { Database } from '../../database/database.js';
import type { Tables } from '../../database/tables.js';
import { type RateLimit, RateLimiter } from '../../ports/rate-limiter.js';
import { ActivityService } from '../activity/activity.service.js';
import { ProjectsService } from '../projects/projects.service.js';
import { assertMayReport, assertNotDismissed } from './report.policy.js';
import { ReportEvidence } from './report-evidence.js';
import { authorSuspended } from './suspended-reporters.service.js';

/** Reports by one person: more than anybody finds in an hour, and few enough for moderators to read. */
export const reportsPerUser: RateLimit = { name: 'report', points: 20, windowMs: 3_600_000 };

/**
 * Reports of projects, and the moderators' queue. With kysely: one statement files a report or replaces the same
 * person's open one, and the queue joins four tables.
 */
@Injectable()
export class ProjectReports {
  constructor(
    private readonly database: Database,
    private readonly projects: ProjectsService,
    private readonly evidence: ReportEvidence,
    private readonly activity: ActivityService,
    private readonly limiter: RateLimiter,
  ) {}

  /**
   * Files a report with the code of that version. It replaces the same person's open report of that project.
   * @throws ApiError 404, 403 for one's own project, 409 where it repeats a report that was dismissed, 429
   */
  async file(
    key: ProjectKey,
    caller: Caller,
    { reason, note }: Pick<ReportInput, 'reason' | 'note'>,
  ): Promise<FiledReport> {
    const { id: projectId, rev } = key;
    const seconds = await this.limiter.consume(reportsPerUser, caller.userId);
    if (seconds !== null)
      throw tooManyRequests(seconds, `You have sent many reports. Try again in ${formatWait(seconds)}.`);
    return this.database.transactionOn([caller.userId, projectId], async () => {
      // Locked, so that the project cannot be hidden, or the version withdrawn, while the report is filed.
      const project = await this.projects.holdVisible(key, caller);
      assertMayReport(project, caller);
      const { evidenceId, details } = await this.evidence.freeze(key);
      const evidence = { evidence_id: evidenceId, details, picture: await this.#cardPicture(projectId) };
      const fields = { reason, note, rev, ...evidence };
      assertNotDismissed(await this.#countDismissed(caller, reason, evidence));
      const stored = await this.database.sql
        .insertInto('reports')
        .values({
          ...fields,
          id: newId(),
          kind: 'report',
          project_id: projectId,
          reporter_id: caller.userId,
          state: 'open',
          resolution_note: '',
        })
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'reporter_id', 'kind'])
            .where(sql<boolean>`state = 'open'`)
            .doUpdateSet(fields),
        )
        .returning(['id', 'created_at', sql<boolean>`xmax = 0`.as('is_new')])
        .executeTakeFirstOrThrow();
      const subject = { kind: 'report', id: stored.id, name: project.title } as const;
      // Also of a report that was replaced: a moderator may be reading what it said before.
      await this.activity.recordAndPublish({ type: 'report-filed', actor: caller.userId, subject });
      if (!stored.is_new) await this.evidence.emptyUnused(projectId, evidenceId);
      return { id: stored.id, createdAt: toIsoTime(stored.created_at) };
    });
  }

  /** The same person's reports of the same evidence that were read. With kysely: compares JSON. */
  async #countDismissed(
    { userId }: Caller,
    reason: ReportInput['reason'],
    { evidence_id, details, picture }: Pick<Tables['reports'], 'evidence_id' | 'details' | 'picture'>,
  ): Promise<number> {
    const { dismissed } = await this.database.sql
      .selectFrom('reports')
      .select(sql<number>`count(*)::int`.as('dismissed'))
      .where('kind', '=', 'report')
      .where('reporter_id', '=', userId)
      .where('evidence_id', '=', evidence_id)
      .where('details', 'is not distinct from', details)
      .where('picture', 'is not distinct from', picture)
      .where('reason', '=', reason)
      .where('state', '=', 'dismissed')
      .where('resolution_note', '<>', authorSuspended)
      .executeTakeFirstOrThrow();
    return dismissed;
  }

  /** What its card shows. Kept with each report: its owner can change it without making another version. */
  async #cardPicture(projectId: string): Promise<string | null> {
    const pictures = this.database.sql.selectFrom('project_pictures').select('picture');
    return (await pictures.where('project_id', '=', projectId).executeTakeFirst())?.picture ?? null;
  }

  /** @throws ApiError 404 */
  async read(id: string): Promise<Report> {
    const [report] = await readReports(reportRows(this.database.sql).where('r.id', '=', id));
    if (!report) throw notFound();
    return report;
  }

  /** Open reports, the oldest first; or decided ones or all, the latest first. */
  async list(query: ReportsQuery): Promise<Page<Report>> {
    const { search, state } = query;
    const matching = reportRows(this.database.sql)
      .$if(state === 'open', (some) => some.where(sql<boolean>`r.state = 'open'`))
      .$if(state === 'resolved', (some) => some.where(sql<boolean>`r.state <> 'open'`))
      .$if(search !== undefined && search !== '', (some) => some.where(mentions(search ?? '')));
    const ordered = {
      open: () => matching.orderBy('r.created_at'),
      resolved: () => matching.orderBy('r.resolved_at', 'desc'),
      all: () => matching.orderBy('r.created_at', 'desc'),
    }[state]();
    const count = async () =>
      (await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()).total;
    return readPage(query, count, ({ limit, offset }) =>
      readReports(ordered.orderBy('r.id').limit(limit).offset(offset)),
    );
  }
}

/** Matches a literal part of the title, the owner's or author's name, or the note, ignoring case. */
function mentions(search: string): Expression<SqlBool> {
  return sql<boolean>`(strpos(lower(e.title), lower(${search})) > 0
    or strpos(lower(e.owner_name), lower(${search})) > 0
    or strpos(lower(author.username), lower(${search})) > 0
    or strpos(lower(r.note), lower(${search})) > 0)`;
}

/** Reports with the evidence, their authors and the moderators who decided. */
function reportRows(database: Kysely<Tables>) {
  return database
    .selectFrom('reports as r')
    .innerJoin('report_evidence as e', 'e.id', 'r.evidence_id')
    .leftJoin('users as author', 'author.id', 'r.reporter_id')
    .leftJoin('users as judge', 'judge.id', 'r.resolved_by');
}

type Matching = ReturnType<typeof reportRows>;

async function readReports(matching: Matching): Promise<Report[]> {
  const rows = await matching
    .select(['r.id', 'r.kind', 'r.reason', 'r.note', 'r.state', 'r.created_at', 'r.project_id'])
    .select(['r.reporter_id', 'r.resolved_by', 'r.resolved_at', 'r.resolution_note'])
    .select(['r.rev', 'e.title', 'e.version', 'e.owner_id', 'e.owner_name'])
    .select(['author.username as author_name', 'judge.username as judge_name'])
    .select(
      sql<string>`encode(sha256(convert_to(concat(r.picture, r.details), 'UTF8')), 'hex')`.as(
        'evidence_digest',
      ),
    )
    .select([
      sql<boolean>`exists (select from projects p where p.id = r.project_id and p.deleted_at is null)`.as(
        'exists',
      ),
      sql<boolean>`exists (select from projects p where p.id = r.project_id and p.deleted_at is not null)`.as(
        'in_trash',
      ),
      sql<boolean>`exists (select from takedowns t where t.project_id = r.project_id)`.as('removed'),
      sql<boolean>`exists (select from projects p where p.id = r.project_id)
        and not exists (
          select from project_revisions v
          where v.project_id = r.project_id and v.rev = r.rev and v.published_at is not null)`.as(
        'withdrawn',
      ),
    ])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    note: row.note,
    reporter: account(row.reporter_id, row.author_name),
    version: row.version,
    evidenceDigest: row.evidence_digest,
    published: row.rev === null ? null : { rev: row.rev, withdrawn: row.withdrawn },
    project: {
      id: row.project_id,
      title: row.title,
      owner: { id: row.owner_id, username: row.owner_name },
      exists: row.exists,
      inTrash: row.in_trash,
      removed: row.removed,
    },
    state: row.state,
    resolution: row.resolved_at && {
      by: account(row.resolved_by, row.judge_name),
      at: toIsoTime(row.resolved_at),
      note: row.resolution_note,
    },
    createdAt: toIsoTime(row.created_at),
  }));
}

/** Null where the account has been deleted. */
function account(id: string | null, username: string | null): Report['reporter'] {
  return id === null || username === null ? null : { id, username };
}
