import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.string().length(16).primary(),
    username: p.text(),
    email: p.text(),
    /** Null: an account without a password of its own. */
    passwordHash: p.text().nullable(),
    /** The person's id in the forum; null: a local account. */
    forumId: p.text().nullable(),
    /** The person's forum groups that PUBLISHING_BY_GROUP names, at the last sign-in. Never shown to others. */
    forumGroups: p.array().defaultRaw("'{}'"),
    /** The studio's own as a path on ASSETS_URL, any other as an address. */
    avatar: p.text().nullable(),
    isAdmin: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Null: may sign in. */
    suspendedAt: p.datetime().nullable(),
    suspensionReason: p.text().nullable(),
    /** When the forum reported that it deleted the account. */
    forumDestroyedAt: p.datetime().nullable(),
    /** When the forum reported that it suspended the account; null again after the person's next sign-in through it. */
    forumSuspendedAt: p.datetime().nullable(),
    /** When the forum had last seen the person at the newest update that was applied; older ones are ignored. */
    forumSeenAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'users_username_unique',
      expression: 'create unique index "users_username_unique" on "users" (lower("username"))',
    },
    {
      name: 'users_email_unique',
      expression:
        'create unique index "users_email_unique" on "users" (lower("email")) where "forum_id" is null',
    },
    {
      name: 'users_recent',
      expression: 'create index "users_recent" on "users" ("created_at" desc, "id")',
    },
    {
      name: 'users_admins_first',
      expression: 'create index "users_admins_first" on "users" ("is_admin" desc, lower("username"))',
    },
    {
      name: 'users_forum_destroyed',
      expression:
        'create index "users_forum_destroyed" on "users" ("forum_destroyed_at") where "forum_destroyed_at" is not null',
    },
    {
      name: 'users_trigrams',
      expression: 'create index "users_trigrams" on "users" using gin (lower("username") gin_trgm_ops)',
    },
    {
      name: 'users_forum_unique',
      expression: 'create unique index "users_forum_unique" on "users" ("forum_id")',
    },
  ],
});

/** An account as stored. */
export type Account = InferEntity<typeof UserEntity>;

/** Its only row is written by the first start; this user is always an admin (specification: Roles). */
export const InstallationEntity = defineEntity({
  name: 'Installation',
  tableName: 'installation',
  properties: {
    admin: () => p.oneToOne(UserEntity).primary().owner().deleteRule('restrict'),
    /** The id that marks the storage as belonging to this installation. */
    storageId: p.uuid().defaultRaw('gen_random_uuid()'),
    /** When the storage was first marked; null: it was not available yet, or is older than marks. */
    storagePairedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

/** A network from which somebody has signed in with the right password. */
export const KnownNetworkEntity = defineEntity({
  name: 'KnownNetwork',
  tableName: 'known_networks',
  properties: {
    user: () => p.manyToOne(UserEntity).primary().deleteRule('cascade'),
    /** A keyed hash: no address is stored. */
    network: p.text().primary(),
    seenAt: p.datetime(),
  },
  indexes: [{ name: 'known_networks_time_index', properties: ['seenAt'] }],
});
