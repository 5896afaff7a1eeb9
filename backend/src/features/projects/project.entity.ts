import { DeferMode, defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import type { SaveKind } from '@studio/contract/http/projects';
import type { RevisionChange } from '@studio/contract/http/revisions';
import { UserEntity } from '../users/user.entity.js';

/** Why a project is hidden from others against its owner’s will. */
export type HidingReason = 'takedown' | 'suspension' | 'forum';

/** What of a project is code. */
export const sourceFields = ['html', 'css', 'js'] as const;

/** Lists are read in one of these orders; `id` makes an order total, so that pages never overlap. */
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
    // Up to 3 MiB: read only where `populate` names them.
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
    /** The source's id, kept when that is gone. */
    forkedFrom: p.string().length(16).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    /** When it went to the trash. */
    deletedAt: p.datetime().nullable(),
    /** Null unless hidden from all but its owner and admins; then `was…` has what the owner had chosen. */
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
        'create index "projects_forks" on "projects" ("forked_from") where "forked_from" is not null and "deleted_at" is null',
    },
    {
      name: 'projects_trash',
      expression: 'create index "projects_trash" on "projects" ("deleted_at") where "deleted_at" is not null',
    },
  ],
});

/** A project as it is stored; its sources only where they were asked for. */
export type StoredProject = InferEntity<typeof ProjectEntity>;

/**
 * A picture of a project that is drawn by its script, as WebP in base64. A trigger deletes it when the code changes or the
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

/** Which project an Idempotency-Key made, so that a repeated create finds it. */
export const IdempotencyKeyEntity = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    user: () => p.manyToOne(UserEntity).primary().deleteRule('cascade'),
    key: p.text().primary(),
    /** SHA-256 of the body, to tell a repetition from another request. */
    bodyHash: p.text(),
    /** Claimed before the project is stored, so it is no foreign key. */
    projectId: p.string().length(16),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'idempotency_keys_time_index', properties: ['createdAt'] }],
});

/** A revision: what a project was when it was saved. */
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
    /** The last save that became part of it; null if there was only one. */
    changedAt: p.datetime().nullable(),
    change: p.string().length(9).$type<RevisionChange>().default('edit'),
    template: p.text().nullable(),
    restoredFrom: p.datetime().nullable(),
    name: p.text().nullable(),
    /** Since when it is published; with it, it has a name. */
    publishedAt: p.datetime().nullable(),
  },
});

/** A link that opens a project to whoever has it, until it expires or its row is deleted (ADR 56). */
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

/** One row for each person who likes a project; `projects.likes` is their count. */
export const ProjectLikeEntity = defineEntity({
  name: 'ProjectLike',
  tableName: 'project_likes',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    user: () => p.manyToOne(UserEntity).primary().deleteRule('cascade').index('project_likes_user_index'),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** When somebody's view of a project last counted. */
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

/** A total kept by triggers: `public` is the number of projects in the public list. */
export const ProjectTotalEntity = defineEntity({
  name: 'ProjectTotal',
  tableName: 'project_totals',
  properties: {
    name: p.text().primary(),
    total: p.integer(),
  },
});

/** Number and history size of an account's projects, kept by triggers. */
export const AccountUsageEntity = defineEntity({
  name: 'AccountUsage',
  tableName: 'account_usage',
  properties: {
    // Deferred: when an account is deleted, the triggers of its projects still update this row.
    user: () =>
      p.oneToOne(UserEntity).primary().owner().deleteRule('cascade').deferMode(DeferMode.INITIALLY_DEFERRED),
    /** Including those in the trash. */
    projects: p.integer().default(0),
    /** Bytes of HTML, CSS and script of all revisions, of which the newest is the current text. */
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
 * A tag of a project in the public list, kept by triggers. The four ranks rise with the order of the same name, but more
 * coarsely, so that a save or a view hardly ever changes them.
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

/** How many projects in the public list have a tag: the sum of its rows, kept by triggers. */
export const ProjectTagTotalEntity = defineEntity({
  name: 'ProjectTagTotal',
  tableName: 'project_tag_totals',
  properties: {
    tag: p.text().primary(),
    id: p.bigint().primary().autoincrement(),
    total: p.integer(),
  },
});

/** What a search looks at of a project, in lower case: the database keeps it by itself. */
export const ProjectTextEntity = defineEntity({
  name: 'ProjectText',
  tableName: 'project_texts',
  properties: {
    project: () => p.manyToOne(ProjectEntity).primary().deleteRule('cascade'),
    /** Its owner, who never changes: a name is looked for, too. */
    userId: p.string().length(16).index('project_texts_user_id_index'),
    title: p.text(),
    description: p.text(),
    /** One a line. */
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
