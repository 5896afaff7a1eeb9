import type { Asset, StorageInfo } from '@studio/contract/http/assets';
import { limits } from '@studio/contract/limits';
import type { Test } from 'supertest';
import { newId } from '../../../src/common/ids.js';
import { Database } from '../../../src/database/database.js';
import { AssetStorage } from '../../../src/ports/asset-storage.js';
import type { Person, TestStudio } from '../studio/test-studio.js';
import { fileBody, multipartType } from './multipart.js';

/** The asset library of a test studio. */
export interface TestLibrary {
  upload(who: Person, name: string, content?: Buffer | string): Test;
  /** Uploads a file, and expects success. */
  add(who: Person, name: string, content?: Buffer | string): Promise<Asset>;
  assets(who: Person, query?: string): Promise<Asset[]>;
  storage(who: Person): Promise<StorageInfo>;
  remove(who: Person, asset: Asset): Test;
  /** Uses up a user's quota except `left` bytes, without storing any. */
  fill(who: Person, left: number): Promise<void>;
  /** The response of the assets' origin. */
  serve(asset: Pick<Asset, 'url'>): Promise<{ status: number; content: Buffer }>;
  /** The keys of all files in the asset storage, complete or not. */
  stored(): Promise<string[]>;
  /** The numbers of rows for stored files and uploads in progress. */
  rows(): Promise<{ assets: number; objects: number; uploads: number }>;
}

export function testLibrary(studio: TestStudio): TestLibrary {
  const upload: TestLibrary['upload'] = (who, name, content = `content of ${name}`) =>
    studio
      .call('post', '/assets/upload', who)
      .set('content-type', multipartType)
      .send(fileBody(name, content));
  const tables = () => studio.studio.app.get(Database).sql;
  const count = async (table: 'assets' | 'stored_objects' | 'asset_uploads') =>
    (await tables().selectFrom(table).selectAll().execute()).length;
  return {
    upload,
    add: async (who, name, content) => (await upload(who, name, content).expect(201)).body,
    assets: async (who, query = '') =>
      (await studio.call('get', `/assets${query}`, who).expect(200)).body.data,
    storage: async (who) => (await studio.call('get', '/assets/storage', who).expect(200)).body,
    remove: (who, { id }) => studio.call('delete', `/assets/${id}`, who),
    async fill({ user }, left) {
      const size = limits.storageBytes - left;
      const hash = newId().repeat(4);
      await tables()
        .insertInto('stored_objects')
        .values({ hash, storage_key: newId(), size, refs: 1 })
        .execute();
      await tables()
        .insertInto('assets')
        .values({
          id: newId(),
          user_id: user.id,
          name: 'full.mp4',
          category: 'media',
          size,
          object_hash: hash,
        })
        .execute();
    },
    serve: async ({ url }) => {
      const response = await fetch(url);
      return { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
    },
    async stored() {
      const keys: string[] = [];
      for await (const { key } of studio.studio.app.get(AssetStorage).list()) keys.push(key);
      return keys;
    },
    rows: async () => ({
      assets: await count('assets'),
      objects: await count('stored_objects'),
      uploads: await count('asset_uploads'),
    }),
  };
}
