import * as z from 'zod/mini';
import { Project } from './http/projects.js';
import { Id, IdParams, KeyedHeaders, Timestamp, visibleText } from './http/text.js';
import { limits } from './limits.js';
import { route } from './route.js';

/** The secret of a link to a project, at `/s/{secret}`: 128 random bits as base64url. */
export const LinkSecret = z.string().check(z.regex(/^[\w-]{22}$/, 'must be 22 characters of base64url'));

/** A link as the owner of its project sees it. */
export const ProjectLink = z.object({
  id: Id,
  name: z.string(),
  /** Null if the server's key has changed since: the link works, but its address cannot be shown again. */
  secret: z.nullable(LinkSecret),
  createdAt: Timestamp,
  /** Null: never. */
  expiresAt: z.nullable(Timestamp),
  /** Once per viewer in 30 minutes, without the owner. */
  views: z.int(),
});
export type ProjectLink = z.infer<typeof ProjectLink>;

/** In the order of their creation; expired links are listed until the next one is made. */
export const ProjectLinks = z.object({
  links: z.array(ProjectLink),
  /** The server's clock, by which links end. */
  now: Timestamp,
});
export type ProjectLinks = z.infer<typeof ProjectLinks>;

export const LinkInput = z.object({
  name: z.pipe(visibleText(limits.linkNameLength), z.string().check(z.trim())),
  /** In the future; null or missing: never. */
  expiresAt: z._default(z.nullable(Timestamp), null),
});
export type LinkInput = z.infer<typeof LinkInput>;

export const LinkParams = z.object({ id: Id, linkId: Id });
export type LinkParams = z.infer<typeof LinkParams>;

/** The secret is in the body, because addresses are stored in logs and histories. */
export const LinkOpening = z.object({ secret: LinkSecret });
export type LinkOpening = z.infer<typeof LinkOpening>;

/** A project as seen by a visitor with a link. */
export const LinkedProject = z.extend(
  z.pick(Project, {
    id: true,
    userId: true,
    username: true,
    title: true,
    html: true,
    css: true,
    js: true,
    frameworkConfig: true,
    version: true,
  }),
  {
    /** In milliseconds; null: never. */
    expiresIn: z.nullable(z.int()),
  },
);
export type LinkedProject = z.infer<typeof LinkedProject>;

export const linkRoutes = {
  listLinks: route({
    method: 'GET',
    path: '/projects/:id/links',
    summary: 'The links to one’s own project.',
    access: 'required',
    status: 200,
    params: IdParams,
    response: ProjectLinks,
  }),
  createLink: route({
    method: 'POST',
    path: '/projects/:id/links',
    summary:
      'Make a link to one’s own project, which whoever has it may see from then on. 413 with the number if 50 are there; 422 when the idempotency key was used for another request; 429 publish_limit.',
    access: 'required',
    status: 201,
    params: IdParams,
    headers: KeyedHeaders,
    body: LinkInput,
    response: ProjectLink,
  }),
  revokeLink: route({
    method: 'DELETE',
    path: '/projects/:id/links/:linkId',
    summary: 'Revoke a link to one’s own project: it ends in every open page. 404 for an unknown link.',
    access: 'required',
    status: 204,
    params: LinkParams,
  }),
  revokeLinks: route({
    method: 'DELETE',
    path: '/projects/:id/links',
    summary: 'Revoke all links to one’s own project.',
    access: 'required',
    status: 204,
    params: IdParams,
  }),
  openLink: route({
    method: 'POST',
    path: '/links/open',
    summary:
      'The project that a link opens, for anybody; counts a view of the link. 404 for one that is unknown, expired or revoked alike, 429 after many of those.',
    access: 'optional',
    status: 200,
    body: LinkOpening,
    response: LinkedProject,
  }),
  forkLinked: route({
    method: 'POST',
    path: '/links/fork',
    summary:
      'Copy the project that a link opens into the caller’s own, private and with counters at zero. 404 for a link that opens nothing, 413 when the account has too many projects or files, 422 when the idempotency key was used for another request, 429 after many such links.',
    access: 'required',
    status: 201,
    headers: KeyedHeaders,
    body: LinkOpening,
    response: Project,
  }),
};
