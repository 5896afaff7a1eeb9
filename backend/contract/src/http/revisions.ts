import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { FrameworkConfig } from './frameworks.js';
import { PageQuery, pageOf } from './paging.js';
import { Project, SaveHeaders, saveKinds } from './projects.js';
import { Id, IdParams, Timestamp, visibleText } from './text.js';

/**
 * How a revision differs from the one before it, as compared by the server. `large`: an automatic save in which most of
 * a pane was removed or is new. `packages`: of its configuration, only the npm packages changed.
 */
export const revisionChanges = ['edit', 'large', 'packages', 'framework', 'template', 'restore'] as const;
export type RevisionChange = (typeof revisionChanges)[number];

/** A project as it was saved; lists omit its code. */
export const RevisionSummary = z.object({
  /** From 1, in the order of saving. */
  rev: z.int(),
  /** The time of its first save. */
  createdAt: Timestamp,
  /** The time of its last save, whose text it has: small automatic saves within five minutes become one revision. */
  changedAt: Timestamp,
  kind: z.enum(saveKinds),
  change: z.enum(revisionChanges),
  /** The name of the starter template, if that is its change. */
  template: z.nullable(z.string()),
  /** When the restored text was saved, if that is its change. */
  restoredFrom: z.nullable(Timestamp),
  /** The owner's name for it. With a name it is kept beyond the last 100. */
  name: z.nullable(z.string()),
  /** When it was published at `/project/{id}@{rev}`, for everybody who may see the project; null: it is not. */
  publishedAt: z.nullable(Timestamp),
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
  /** Names of missing files that its code refers to; at most 20. */
  missingFiles: z.array(z.string()),
});
export type Revision = z.infer<typeof Revision>;

/** The number of a revision. */
export const Rev = z.int().check(z.minimum(1), z.maximum(999_999_999));

export const RevisionParams = z.object({
  id: Id,
  rev: z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be the number of a revision')),
    z.transform(Number),
  ),
});
export type RevisionParams = z.infer<typeof RevisionParams>;

const Name = z.pipe(visibleText(limits.revisionNameLength), z.string().check(z.trim()));

/** The version of a revision that the user saw, if any; automatic saves may have changed the revision since. */
export const SeenRevision = z._default(z.object({ version: z.optional(z.int().check(z.positive())) }), {});
export type SeenRevision = z.infer<typeof SeenRevision>;

/** null removes the name; an unnamed revision that is not among the last 100 is deleted with the next save. */
export const RevisionName = z.object({
  name: z.nullable(Name),
  version: z.optional(z.int().check(z.positive())),
});
export type RevisionName = z.infer<typeof RevisionName>;

/** `version`: the one that the user saw, as in `SeenRevision`. */
export const Publication = z.object({ name: Name, version: z.int().check(z.positive()) });
export type Publication = z.infer<typeof Publication>;

/** A published version of a project, for everybody who may read the project. */
export const PublishedVersion = z.object({
  id: Id,
  /** Its number in the address. */
  rev: z.int(),
  name: z.string(),
  publishedAt: Timestamp,
  title: z.string(),
  username: z.string(),
  isEmbeddable: z.boolean(),
  html: z.string(),
  css: z.string(),
  js: z.string(),
  frameworkConfig: FrameworkConfig,
});
export type PublishedVersion = z.infer<typeof PublishedVersion>;

export const revisionRoutes = {
  listRevisions: route({
    method: 'GET',
    path: '/projects/:id/revisions',
    summary:
      'The last 100 revisions of one’s own project, and older ones with a name, newest first; of any project for an admin.',
    access: 'required',
    status: 200,
    params: IdParams,
    query: PageQuery,
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
  nameRevision: route({
    method: 'PATCH',
    path: '/projects/:id/revisions/:rev',
    summary:
      'Name a revision of one’s own project, so that it is kept, or remove its name. 413 with the number if 50 have one, 409 where a published one would lose it or the revision has changed since `version`.',
    access: 'required',
    status: 200,
    params: RevisionParams,
    body: RevisionName,
    response: RevisionSummary,
  }),
  publishRevision: route({
    method: 'POST',
    path: '/projects/:id/revisions/:rev/publish',
    summary:
      'Publish a revision of one’s own project with a name. 409 where it has changed since that version of it.',
    access: 'required',
    status: 200,
    params: RevisionParams,
    body: Publication,
    response: RevisionSummary,
  }),
  withdrawRevision: route({
    method: 'DELETE',
    path: '/projects/:id/revisions/:rev/publish',
    summary:
      'Withdraw a published version of one’s own project: its address is that of no version, until it is published again.',
    access: 'required',
    status: 200,
    params: RevisionParams,
    response: RevisionSummary,
  }),
  readPublishedVersion: route({
    method: 'GET',
    path: '/projects/:id/versions/:rev',
    summary: 'A published version of a project that the caller may read; counts a view of the project.',
    access: 'optional',
    status: 200,
    params: RevisionParams,
    response: PublishedVersion,
  }),
  restoreRevision: route({
    method: 'POST',
    path: '/projects/:id/revisions/:rev/restore',
    summary:
      'Restore a revision of one’s own project, as a save. 409 with the current project when If-Match is stale, and where the revision has changed since `version`.',
    access: 'required',
    status: 200,
    params: RevisionParams,
    headers: SaveHeaders,
    body: SeenRevision,
    response: Project,
  }),
};
