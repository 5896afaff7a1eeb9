import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { Actor } from './audit.js';
import { pageOf, pageQuery } from './paging.js';
import { Project } from './projects.js';
import { Rev } from './revisions.js';
import { Id, IdParams, Timestamp, text, visibleText } from './text.js';

export const reportReasons = ['spam', 'abuse', 'copyright', 'malware', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const ReportInput = z.object({
  reason: z.enum(reportReasons),
  note: z._default(text(limits.moderationNoteLength), ''),
  /** The published version that is reported; without it, the newest. */
  rev: z.optional(Rev),
});
export type ReportInput = z.infer<typeof ReportInput>;

/** The response to the reporter: confirms the report, without its outcome. */
export const FiledReport = z.object({ id: Id, createdAt: Timestamp });
export type FiledReport = z.infer<typeof FiledReport>;

/** A report is `dismissed` or its project `removed`; an appeal is `dismissed` or its project `reinstated`. */
export const reportStates = ['open', 'dismissed', 'removed', 'reinstated'] as const;

/** An appeal by the owner is in the same queue as reports. */
export const Report = z.object({
  id: Id,
  kind: z.enum(['report', 'appeal']),
  reason: z.enum(reportReasons),
  note: z.string(),
  reporter: Actor,
  /** The version of the project that was reported; it has the evidence. */
  version: z.int(),
  /** SHA-256 of what can differ in the evidence of one version: picture, description and tags. */
  evidenceDigest: z.string(),
  /** The published version that was reported; null: it was the newest one then. */
  published: z.nullable(
    z.object({
      /** Its number in the address. */
      rev: z.int(),
      /** Its owner has withdrawn it since, so that its address shows nothing. */
      withdrawn: z.boolean(),
    }),
  ),
  project: z.object({
    id: Id,
    title: z.string(),
    owner: z.object({ id: Id, username: z.string() }),
    /** False after its deletion. */
    exists: z.boolean(),
    /** Its owner deleted it and can still restore it. */
    inTrash: z.boolean(),
    removed: z.boolean(),
  }),
  state: z.enum(reportStates),
  resolution: z.nullable(z.object({ by: Actor, at: Timestamp, note: z.string() })),
  createdAt: Timestamp,
});
export type Report = z.infer<typeof Report>;

/** The project, or the published version that was reported, as it was when the report was filed. */
export const Evidence = z.extend(
  z.pick(Project, {
    title: true,
    description: true,
    tags: true,
    html: true,
    css: true,
    js: true,
    frameworkConfig: true,
    version: true,
  }),
  {
    /** The picture that its card showed, WebP in base64; null: it showed none. */
    picture: z.nullable(z.string()),
  },
);
export type Evidence = z.infer<typeof Evidence>;

export const ReportsQuery = z.object({
  ...pageQuery,
  state: z._default(z.enum(['open', 'resolved', 'all']), 'open'),
});
export type ReportsQuery = z.infer<typeof ReportsQuery>;

/** `remove` (report) takes the project down; `dismiss` rejects a report or appeal; `reinstate` (appeal) restores it. */
export const Resolution = z.object({
  action: z.enum(['dismiss', 'remove', 'reinstate']),
  note: z._default(text(limits.moderationNoteLength), ''),
  /** What the moderator was shown of the report. 409 where its author has replaced that since. */
  shown: z.optional(
    z.object({
      reason: z.enum(reportReasons),
      note: text(limits.moderationNoteLength),
      version: z.int(),
      /** Pages of an earlier version do not send it. */
      evidenceDigest: z.optional(text(64)),
    }),
  ),
});
export type Resolution = z.infer<typeof Resolution>;

/** A takedown as the owner sees it (specification: Moderation). */
export const Takedown = z.object({
  /** The published version that it was decided for; null: the newest one. */
  rev: z.nullable(z.int()),
  reason: z.enum(reportReasons),
  note: z.string(),
  at: Timestamp,
  appeal: z.nullable(
    z.object({
      note: z.string(),
      at: Timestamp,
      state: z.enum(['open', 'rejected']),
      /** The moderator's message to the owner; empty where there is none. */
      rejectionReason: z.string(),
    }),
  ),
});
export type Takedown = z.infer<typeof Takedown>;

export const AppealInput = z.object({ note: visibleText(limits.moderationNoteLength) });
export type AppealInput = z.infer<typeof AppealInput>;

export const reportRoutes = {
  reportProject: route({
    method: 'POST',
    path: '/projects/:id/report',
    summary:
      'Report a project that one can see, or a published version of it. One open report per person and project: a later one replaces the earlier. 409 for a repetition of one that was dismissed, of the same version with the same picture, description and tags, and for the same reason.',
    access: 'required',
    status: 201,
    params: IdParams,
    body: ReportInput,
    response: FiledReport,
  }),
  readTakedown: route({
    method: 'GET',
    path: '/projects/:id/takedown',
    summary: 'Why one’s own project was taken down. 404 where it was not.',
    access: 'required',
    status: 200,
    params: IdParams,
    response: Takedown,
  }),
  appealTakedown: route({
    method: 'POST',
    path: '/projects/:id/appeal',
    summary: 'Appeal against the takedown of one’s own project, once. 409 a second time.',
    access: 'required',
    status: 201,
    params: IdParams,
    body: AppealInput,
    response: Takedown,
  }),
  reports: route({
    method: 'GET',
    path: '/admin/reports',
    summary: 'Reports and appeals, the oldest open one first.',
    access: 'admin',
    status: 200,
    query: ReportsQuery,
    response: pageOf(Report),
  }),
  readReport: route({
    method: 'GET',
    path: '/admin/reports/:id',
    summary: 'A report or an appeal as it is now.',
    access: 'admin',
    status: 200,
    params: IdParams,
    response: Report,
  }),
  reportEvidence: route({
    method: 'GET',
    path: '/admin/reports/:id/evidence',
    summary: 'The project, or its published version, as it was when the report was filed.',
    access: 'admin',
    status: 200,
    params: IdParams,
    response: Evidence,
  }),
  resolveReport: route({
    method: 'POST',
    path: '/admin/reports/:id/resolve',
    summary:
      'Decide a report or an appeal. 409 when it was decided already, or is no longer as it was `shown`.',
    access: 'admin',
    status: 200,
    params: IdParams,
    body: Resolution,
    response: Report,
  }),
};
