import * as z from 'zod/mini';
import { route } from '../route.js';
import { FrameworkConfig } from './frameworks.js';
import { pageOf, pageQuery } from './paging.js';
import { Project, SaveHeaders, saveKinds } from './projects.js';
import { Id, IdParams, Timestamp } from './text.js';

/** A project as it was saved once; the list leaves its code out. */
export const RevisionSummary = z.object({
  /** From 1, in the order of saving. */
  rev: z.int(),
  createdAt: Timestamp,
  kind: z.enum(saveKinds),
  title: z.string(),
  /** The version that this save made. */
  version: z.int(),
});
export type RevisionSummary = z.infer<typeof RevisionSummary>;

export const Revision = z.extend(RevisionSummary, {
  html: z.string(),
  css: z.string(),
  js: z.string(),
  frameworkConfig: FrameworkConfig,
});
export type Revision = z.infer<typeof Revision>;

export const RevisionListQuery = z.object({
  page: pageQuery.page,
  limit: pageQuery.limit,
  sortBy: pageQuery.sortBy,
});
export type RevisionListQuery = z.infer<typeof RevisionListQuery>;

export const RevisionParams = z.object({
  id: Id,
  rev: z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be the number of a revision')),
    z.transform(Number),
  ),
});
export type RevisionParams = z.infer<typeof RevisionParams>;

export const revisionRoutes = {
  listRevisions: route({
    method: 'GET',
    path: '/projects/:id/revisions',
    summary: 'The last 100 revisions of one’s own project, or of any for an admin, newest first.',
    access: 'required',
    status: 200,
    params: IdParams,
    query: RevisionListQuery,
    response: pageOf(RevisionSummary),
  }),
  readRevision: route({
    method: 'GET',
    path: '/projects/:id/revisions/:rev',
    summary: 'One revision with its code.',
    access: 'required',
    status: 200,
    params: RevisionParams,
    response: Revision,
  }),
  restoreRevision: route({
    method: 'POST',
    path: '/projects/:id/revisions/:rev/restore',
    summary:
      'Save one’s own project as it was in a revision. 409 with the current project when If-Match is stale.',
    access: 'required',
    status: 200,
    params: RevisionParams,
    headers: SaveHeaders,
    response: Project,
  }),
};
