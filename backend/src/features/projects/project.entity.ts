import { defineEntity, p } from '@mikro-orm/core';
import type { FrameworkConfig } from '@studio/contract/http/frameworks';
import { UserEntity } from '../users/user.entity.js';

/** Why a project is hidden from others against its owner’s will. */
export type HidingReason = 'takedown' | 'suspension' | 'forum';

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
    html: p.text(),
    css: p.text(),
    js: p.text(),
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
    /** Null: its owner decides who sees it. Else nobody but the owner and admins does, and `was…` says what to give back. */
    withheldBy: p.text().nullable().$type<HidingReason | null>(),
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
      name: 'projects_trash',
      expression: 'create index "projects_trash" on "projects" ("deleted_at") where "deleted_at" is not null',
    },
  ],
});

/**
 * What a project looks like that its script draws, as WebP in base64. The database forgets it when the code changes or is
 * withheld.
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
