import * as z from 'zod/mini';
import { ErrorBody } from '../errors.js';
import { limits } from '../limits.js';
import { route } from '../route.js';
import { FrameworkConfig } from './frameworks.js';
import { pageOf, pageQuery } from './paging.js';
import { Id, IdParams, KeyedHeaders, SourceCode, showsSomething, Timestamp, text, Username } from './text.js';

/** A title that shows nothing, such as a lone direction mark or filler, becomes Untitled (specification: Project record). */
const Title = z.pipe(
  text(limits.titleLength),
  z.transform((title) => (showsSomething(title) ? title : 'Untitled')),
);
/** Each tag once. Commas separate tags, as in lists and addresses. Characters that hide or reorder text are left out. */
const Tags = z.pipe(
  z.pipe(
    z.array(text(limits.tagLength)),
    z.transform((tags) => {
      const parts = tags.flatMap((tag) => tag.split(','));
      return [...new Set(parts.map((part) => part.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim()))];
    }),
  ),
  z
    .array(z.string().check(z.refine<string>(showsSomething, 'must not be empty')))
    .check(z.maxLength(limits.tagCount, `must have at most ${limits.tagCount} tags`)),
);

/** The fields of a project that its owner sets. */
const editable = {
  title: Title,
  html: SourceCode,
  css: SourceCode,
  js: SourceCode,
  description: text(limits.descriptionLength),
  tags: Tags,
  isPublic: z.boolean(),
  isEmbeddable: z.boolean(),
  frameworkConfig: FrameworkConfig,
};

/** The body of POST and PUT: any fields of a project. Unknown fields are ignored and not stored. */
export const ProjectInput = z.partial(z.object(editable));
export type ProjectInput = z.infer<typeof ProjectInput>;

const summary = {
  id: Id,
  userId: Id,
  username: z.string(),
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  isPublic: z.boolean(),
  isEmbeddable: z.boolean(),
  frameworkConfig: FrameworkConfig,
  views: z.int(),
  likes: z.int(),
  forkCount: z.int(),
  isLiked: z.boolean(),
  version: z.int(),
  forkedFrom: z.nullable(Id),
  /** How many links open it now; sent only to its owner. */
  liveLinks: z.optional(z.int()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

/** A project in a list, without its sources, which can have 3 MiB together. */
export const ProjectSummary = z.object({
  ...summary,
  /** The page shown on its card, on its sandbox origin, for this version; with `&run=1` its scripts run. */
  cardUrl: z.string(),
});
export type ProjectSummary = z.infer<typeof ProjectSummary>;

/** A project in the trash, with the time of its deletion. It is deleted permanently 30 days later. */
export const TrashedProject = z.object({ ...summary, deletedAt: Timestamp });
export type TrashedProject = z.infer<typeof TrashedProject>;

/** A project with its sources. `takenDown`: moderators took it down, and only its owner and admins see it. */
export const Project = z.object({
  ...summary,
  html: z.string(),
  css: z.string(),
  js: z.string(),
  takenDown: z.optional(z.literal(true)),
});
export type Project = z.infer<typeof Project>;

/** The fields for an embed, readable without credentials (specification: HTTP). */
export const EmbedProject = z.pick(Project, {
  id: true,
  title: true,
  html: true,
  css: true,
  js: true,
  frameworkConfig: true,
  version: true,
});
export type EmbedProject = z.infer<typeof EmbedProject>;

/** 409: the given version is not the newest; `current` is. */
export const VersionConflict = z.extend(ErrorBody, { current: Project });
export type VersionConflict = z.infer<typeof VersionConflict>;

export const projectSorts = ['recent', 'popular', 'views', 'forks'] as const;
export type ProjectSort = (typeof projectSorts)[number];

/** A comma-separated list of tags, all of which must match; at most as many as a project may have. */
const tagFilter = z.optional(
  text(limits.tagCount * (limits.tagLength + 1)).check(
    z.refine<string>(
      (tags) => tags.split(',').filter((tag) => tag.trim() !== '').length <= limits.tagCount,
      `must name at most ${limits.tagCount} tags`,
    ),
  ),
);

export const ProjectListQuery = z.object({
  ...pageQuery,
  sortBy: z._default(z.enum(projectSorts), 'recent'),
  tags: tagFilter,
});
export type ProjectListQuery = z.infer<typeof ProjectListQuery>;

/** `author`: only the projects of the user with this name, in any case. */
export const PublicListQuery = z.extend(ProjectListQuery, {
  author: z.optional(
    z.pipe(
      Username,
      z.transform((name) => name.toLowerCase()),
    ),
  ),
});
export type PublicListQuery = z.infer<typeof PublicListQuery>;

export const TrashQuery = z.object(pageQuery);
export type TrashQuery = z.infer<typeof TrashQuery>;

export const ProjectReadQuery = z.object({ for_embed: z.optional(z.enum(['true', 'false'])) });
export type ProjectReadQuery = z.infer<typeof ProjectReadQuery>;

export const saveKinds = ['manual', 'auto'] as const;
export type SaveKind = (typeof saveKinds)[number];

const clientId = z.optional(
  z.string().check(z.regex(/^[\w-]{1,64}$/, 'takes 1 to 64 letters, digits, _ and -')),
);

export const CreateHeaders = z.extend(KeyedHeaders, {
  'x-client-id': clientId,
  'x-save-kind': z._default(z.enum(saveKinds), 'manual'),
});
export type CreateHeaders = z.infer<typeof CreateHeaders>;

/** `if-match`: the version that this change is based on, in quotes. Without it the last write wins. */
export const SaveHeaders = z.object({
  'if-match': z.optional(
    z.pipe(
      z.string().check(z.regex(/^"\d{1,15}"$/, 'must be a version in quotes, like "3"')),
      z.transform((value) => Number(value.slice(1, -1))),
    ),
  ),
  'x-client-id': clientId,
  'x-save-kind': z._default(z.enum(saveKinds), 'manual'),
});
export type SaveHeaders = z.infer<typeof SaveHeaders>;

/** A captured picture of this version, made in its owner's browser: JPEG, PNG or WebP in base64. */
export const ProjectPicture = z.object({
  version: z.int().check(z.positive()),
  picture: text(limits.pictureLength, 1).check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64')),
});
export type ProjectPicture = z.infer<typeof ProjectPicture>;

export const projectRoutes = {
  createProject: route({
    method: 'POST',
    path: '/projects',
    summary:
      'Store a new project. 422 when the idempotency key was used for another request; 429 publish_limit where it may not be public yet.',
    access: 'required',
    status: 201,
    headers: CreateHeaders,
    body: ProjectInput,
    response: Project,
  }),
  listProjects: route({
    method: 'GET',
    path: '/projects',
    summary: 'The caller’s own projects, newest change first unless sorted otherwise.',
    access: 'required',
    status: 200,
    query: ProjectListQuery,
    response: pageOf(ProjectSummary),
  }),
  listPublicProjects: route({
    method: 'GET',
    path: '/projects/public',
    summary:
      'Everybody’s public projects, or those of one author: 404 if there is no such user, or they are suspended.',
    access: 'optional',
    status: 200,
    query: PublicListQuery,
    response: pageOf(ProjectSummary),
  }),
  readProject: route({
    method: 'GET',
    path: '/projects/:id',
    summary:
      'One project: public, one’s own, or any for an admin; counts a view. With for_embed=true an embeddable one, for anybody. Otherwise 404.',
    access: 'optional',
    status: 200,
    params: IdParams,
    query: ProjectReadQuery,
    response: z.union([Project, EmbedProject]),
  }),
  readProjectSummary: route({
    method: 'GET',
    path: '/projects/:id/summary',
    summary:
      'One project as it stands in a list, without its sources: public, one’s own, or any for an admin. Counts no view.',
    access: 'optional',
    status: 200,
    params: IdParams,
    response: ProjectSummary,
  }),
  updateProject: route({
    method: 'PUT',
    path: '/projects/:id',
    summary:
      'Change some fields of one’s own project; what changes nothing makes no version. 404 for one that the caller may not see, 409 with the current project when If-Match is stale, 413 when the account has too much history, 429 publish_limit.',
    access: 'required',
    status: 200,
    params: IdParams,
    headers: SaveHeaders,
    body: ProjectInput,
    response: Project,
  }),
  storePicture: route({
    method: 'PUT',
    path: '/projects/:id/picture',
    summary:
      'Store a picture of one’s own project for its card. It is deleted when the code changes, and ignored if that has happened already.',
    access: 'required',
    status: 204,
    params: IdParams,
    body: ProjectPicture,
  }),
  deleteProject: route({
    method: 'DELETE',
    path: '/projects/:id',
    summary: 'Put one’s own project in the trash for 30 days.',
    access: 'required',
    status: 204,
    params: IdParams,
  }),
  listTrash: route({
    method: 'GET',
    path: '/projects/trash',
    summary: 'The caller’s own projects that were deleted in the last 30 days, the latest first.',
    access: 'required',
    status: 200,
    query: TrashQuery,
    response: pageOf(TrashedProject),
  }),
  restoreProject: route({
    method: 'POST',
    path: '/projects/:id/restore',
    summary: 'Take one’s own project back out of the trash; private where a limit on publishing is reached.',
    access: 'required',
    status: 200,
    params: IdParams,
    response: Project,
  }),
  forkProject: route({
    method: 'POST',
    path: '/projects/:id/fork',
    summary:
      'Copy a public project into the caller’s own, private and with counters at zero. 403 for one’s own private one, 422 when the idempotency key was used for another request.',
    access: 'required',
    status: 201,
    params: IdParams,
    headers: KeyedHeaders,
    response: Project,
  }),
  duplicateProject: route({
    method: 'POST',
    path: '/projects/:id/duplicate',
    summary:
      'Copy one’s own project, public or not, into a new private project, titled “… (copy)”. 403 for somebody else’s, which is forked, 422 when the idempotency key was used for another request.',
    access: 'required',
    status: 201,
    params: IdParams,
    headers: KeyedHeaders,
    response: Project,
  }),
};
