import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { categoryOf } from '@studio/contract/http/assets';
import { newId } from '../../../src/common/ids.js';
import { Database } from '../../../src/database/database.js';
import { AssetStorage } from '../../../src/ports/asset-storage.js';
import type { Person, TestStudio } from '../studio/test-studio.js';

export interface StoredAsset {
  id: string;
  /** Its path on ASSETS_URL. */
  path: string;
  hash: string;
  storageKey: string;
}

/** Adds a file to a user's library without the checks of an upload, so that it may be any file. */
export async function storeAsset(
  { studio: { app } }: TestStudio,
  owner: Person,
  name: string,
  content: Buffer,
): Promise<StoredAsset> {
  const [id, storageKey] = [newId(), newId()];
  const hash = createHash('sha256').update(content).digest('hex');
  const size = content.length;
  await app.get(AssetStorage).put(storageKey, Readable.from([content]), new AbortController().signal);
  const { sql } = app.get(Database);
  await sql.insertInto('stored_objects').values({ hash, storage_key: storageKey, size, refs: 1 }).execute();
  const category = categoryOf(name) ?? 'docs';
  await sql
    .insertInto('assets')
    .values({ id, user_id: owner.user.id, name, category, size, object_hash: hash })
    .execute();
  return { id, path: `/assets/${id}/${encodeURIComponent(name)}`, hash, storageKey };
}
