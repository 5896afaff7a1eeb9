import { defineEntity, p } from '@mikro-orm/core';

/** A version of an npm package that the studio has used. Its files and the built modules are stored. */
export const StoredPackageEntity = defineEntity({
  name: 'StoredPackage',
  tableName: 'stored_packages',
  properties: {
    name: p.string().length(214).primary(),
    version: p.string().length(64).primary(),
    license: p.text(),
    description: p.text(),
    /** Bytes of all its files. */
    size: p.integer(),
    source: p.string().length(8).$type<'shelf' | 'registry'>(),
    /** The exact versions of its dependencies; read by `dependenciesOf`. */
    dependencies: p.json().$type<Record<string, string>>(),
    storedAt: p.datetime().defaultRaw('now()'),
    /** Accurate to about an hour. */
    lastUsedAt: p.datetime().defaultRaw('now()').index('stored_packages_last_used'),
    /** When it was chosen for deletion. It is deleted a day later, unless it is used before. */
    evictedAt: p.datetime().nullable(),
  },
});

/** An archive of a stored package: its files as published, or the modules of one part of it. */
export const PackageObjectEntity = defineEntity({
  name: 'PackageObject',
  tableName: 'package_objects',
  properties: {
    /** The key in the storage. */
    storageKey: p.string().length(16).primary(),
    packageName: p.string().length(214),
    packageVersion: p.string().length(64),
    /** `files`, or the name of a part. */
    part: p.text(),
    /** SHA-256 of the archive, in lower-case hex. */
    hash: p.string().length(64),
    /** Bytes of the archive. */
    size: p.integer(),
  },
  uniques: [{ name: 'package_objects_part_unique', properties: ['packageName', 'packageVersion', 'part'] }],
});
