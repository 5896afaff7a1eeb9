import { DeferMode, defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { SaveKind } from '@studio/contract/http/projects';
import type { RevisionChange } from '@studio/contract/http/revisions';
import { UserEntity } from '../users/user.entity.js';

/** Why a project is hidden from others against its owner’s will. */
export type HidingReason = 'takedown' | 'suspension' | 'forum';

/** The columns with a project's code. */
export const sourceFields = ['html', 'css', 'js'] as const;

/** An index for one order of the public list. `id` makes the order total, so that pages never overlap. */
function publicOrder(name: string, columns: string) {
  return {
    name: `projects_public_${name}`,
    expression: `create index "projects_public_${name}" on "projects" (${columns}) where "is_public" and "deleted_at" is null`,
  };
}

export const ProjectEntity = defineEntity({
  name: 'Project',
  tableName: 'projects',
  properties: {
    id: p.string().length(16).primary(),
    user: () => p.manyToOne(UserEntity).deleteRule('cascade'),
    title: p.text(),
    // Up to 3 MiB together: read only if `populate` names them.
    html: p.text().lazy(),
    css: p.text().lazy(),
    js: p.text().lazy(),
    description: p.text(),
    tags: p.array(),
    isPublic: p.boolean(),
    isEmbeddable: p.boolean(),
    frameworkConfig: p.json().$type<FrameworkConfig>(),
    views: p.integer().default(0),
    likes: p.integer().default(0),
    forkCount: p.integer().default(0),
    version: p.integer().default(1),
    /** The source's id, which stays when the source is deleted. */
    forkedFrom: p.string().length(16).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    /** When it was moved to the trash. */
    deletedAt: p.datetime().nullable(),
    /** Null unless it is hidden from all but its owner and admins; then `was…` stores the owner's choices. */
    hidingReason: p.text().name('withheld_by').nullable().$type<HidingReason | null>(),
    wasPublic: p.boolean().default(false),
    wasEmbeddable: p.boolean().default(false),
  },
  indexes: [
    {
      name: 'projects_own',
      expression:
        'create index "projects_own" on "projects" ("user_id", "updated_at" desc, "id") where "deleted_at" is null',
    },
    publicOrder('recent', '"updated_at" desc, "id"'),
    publicOrder('popular', '"likes" desc, "updated_at" desc, "id"'),
    publicOrder('views', '"views" desc, "updated_at" desc, "id"'),
    publicOrder('forks', '"fork_count" desc, "updated_at" desc, "id"'),
    {
      name: 'projects_moderated',
      expression:
        'create index "projects_moderated" on "projects" ("updated_at" desc, "id") where "deleted_at" is null',
    },
    {
      name: 'projects_withheld',
      expression:
        'create index "projects_withheld" on "projects" ("withheld_by") where "withheld_by" is not null',
    },
    {
      name: 'projects_tags',
      expression: 'create index "projects_tags" on "projects" using gin ("tags") where "deleted_at" is null',
    },
    {
      name: 'projects_forks',
      expression:
        'create index "projects_forks" on "projects" ("forked_from") where "forked_from" is not null',
    },
    {
      name: 'projects_trash',
      expression: 'create index "projects_trash" on "projects" ("deleted_at") where "deleted_at" is not null',
    },
  ],
});

/** A project as stored; with its sources only if they were populated. */
export type StoredProject = InferEntity<typeof ProjectEntity>;

/**
 * A fork that was deleted permanently, of which others were forked: the tree of its source leads to these. A trigger
 * adds it.
 */
export const DeletedForkEntity = defineEntity({
  name: 'DeletedFork',
  tableName: 'deleted_forks',
  properties: {
    id: p.string().length(16).primary(),
    forkedFrom: p.string().length(16).index('deleted_forks_forked_from_index'),
  },
});

/**
 * The picture of a project whose script draws it, as WebP in base64. A trigger deletes it when the code changes or the
 * project is hidden.
 */
export const ProjectPictureEntity = defineEntity({
  name: 'ProjectPicture',
  tableName: 'project_pictures',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    picture: p.text(),
  },
});

/** What a request with this Idempotency-Key created, so that a repetition returns the same. */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    user: () => p.manyToOne(UserEntity).primary().deleteRule('cascade'),
    key: p.text().primary(),
    /** SHA-256 of the request, to distinguish a repetition from another one. */
    bodyHash: p.text(),
    /** A project's or a link's. Not a foreign key, because the key is claimed before that is stored. */
    createdId: p.string().length(16).name('project_id'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'idempotency_keys_time_index', properties: ['createdAt'] }],
});

/** A revision: a project as it was saved at one moment. */
export const ProjectRevisionEntity = defineEntity({
  name: 'ProjectRevision',
  tableName: 'project_revisions',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    rev: p.integer().primary(),
    kind: p.string().length(6).$type<SaveKind>(),
    version: p.integer(),
    title: p.text(),
    html: p.text().lazy(),
    css: p.text().lazy(),
    js: p.text().lazy(),
    frameworkConfig: p.json().$type<FrameworkConfig>(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The time of the last save that was merged into it; null if there was only one save. */
    changedAt: p.datetime().nullable(),
    change: p.string().length(9).$type<RevisionChange>().default('edit'),
    template: p.text().nullable(),
    restoredFrom: p.datetime().nullable(),
    name: p.text().nullable(),
    /** When it was published; null if it is not. A published revision always has a name. */
    publishedAt: p.datetime().nullable(),
  },
});

/** A link that opens a project to anybody who has it, until it expires or its row is deleted (ADR 56). */
export const ProjectLinkEntity = defineEntity({
  name: 'ProjectLink',
  tableName: 'project_links',
  properties: {
    id: p.string().length(16).primary(),
    project: () => p.manyToOne(ProjectEntity).deleteRule('cascade').index('project_links_project_index'),
    name: p.text(),
    /** SHA-256 of its secret, as base64url. */
    secretHash: p.string().length(43).unique('project_links_secret_hash_unique'),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
    views: p.integer().default(0),
  },
});

/** A like of a project by a user; `projects.likes` is their number. */
export const ProjectLikeEntity = defineEntity({
  name: 'ProjectLike',
  tableName: 'project_likes',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    user: () => p.manyToOne(UserEntity).primary().deleteRule('cascade').index('project_likes_user_index'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** When a viewer's view of a project was last counted. */
export const ProjectViewEntity = defineEntity({
  name: 'ProjectView',
  tableName: 'project_views',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    /** A user's id, or a keyed hash of the project and a network. */
    viewer: p.text().primary(),
    viewedAt: p.datetime(),
  },
  indexes: [{ name: 'project_views_time_index', properties: ['viewedAt'] }],
});

/** A total that triggers maintain: `public` is the number of projects in the public list. */
export const ProjectTotalEntity = defineEntity({
  name: 'ProjectTotal',
  tableName: 'project_totals',
  properties: {
    name: p.text().primary(),
    total: p.integer(),
  },
});

/** Number and history size of an account's projects, maintained by triggers. */
export const AccountUsageEntity = defineEntity({
  name: 'AccountUsage',
  tableName: 'account_usage',
  properties: {
    // Deferred: when an account is deleted, the triggers of its projects still update this row.
    user: () =>
      p.oneToOne(UserEntity).primary().owner().deleteRule('cascade').deferMode(DeferMode.INITIALLY_DEFERRED),
    /** Including those in the trash. */
    projects: p.integer().default(0),
    /** Bytes of HTML, CSS and script of all revisions, including the newest, which is the current text. */
    historyBytes: p.bigint('number').defaultRaw('0'),
  },
});

function orderWithinTag(order: string) {
  return {
    name: `project_tags_${order}`,
    expression: `create index "project_tags_${order}" on "project_tags" ("tag", "${order}" desc)`,
  };
}

/**
 * A tag of a project in the public list, maintained by triggers. The four ranks follow the orders of the same names,
 * but more coarsely, so that a save or a view rarely changes them.
 */
export const ProjectTagEntity = defineEntity({
  name: 'ProjectTag',
  tableName: 'project_tags',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    tag: p.text().primary(),
    recent: p.bigint(),
    popular: p.bigint(),
    views: p.bigint(),
    forks: p.bigint(),
  },
  indexes: ['recent', 'popular', 'views', 'forks'].map(orderWithinTag),
});

/** How many projects in the public list have a tag: the sum of its rows, maintained by triggers. */
export const ProjectTagTotalEntity = defineEntity({
  name: 'ProjectTagTotal',
  tableName: 'project_tag_totals',
  properties: {
    tag: p.text().primary(),
    id: p.bigint().primary().autoincrement(),
    total: p.integer(),
  },
});

/** The text of a project that searches look at, in lower case, maintained by triggers. */
export const ProjectTextEntity = defineEntity({
  name: 'ProjectText',
  tableName: 'project_texts',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    /** The owner, who never changes. Searches look for the owner's name, too. */
    userId: p.string().length(16).index('project_texts_user_id_index'),
    title: p.text(),
    description: p.text(),
    /** One per line. */
    tags: p.text(),
  },
  indexes: [
    {
      name: 'project_texts_trigrams',
      expression:
        'create index "project_texts_trigrams" on "project_texts" using gin ("title" gin_trgm_ops, "description" gin_trgm_ops, "tags" gin_trgm_ops)',
    },
  ],
});
