import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Asset, StorageInfo } from '@studio/contract/http/assets';
import type { Test } from 'supertest';
import { Database } from '../database/database.js';
import type { Person, TestStudio } from './studio.js';

/** What tests do with the library of a test studio. */
export interface TestLibrary {
  upload(who: Person, name: string, content?: Buffer | string): Test;
  /** Uploads, and must succeed. */
  add(who: Person, name: string, content?: Buffer | string): Promise<Asset>;
  assets(who: Person, query?: string): Promise<Asset[]>;
  storage(who: Person): Promise<StorageInfo>;
  remove(who: Person, asset: Asset): Test;
  /** Answers as the assets' own origin does. */
  serve(asset: Asset): Promise<Response>;
  /** What is in the asset storage, whole or not. */
  files(): string[];
  /** Rows that say something is stored, or is coming. */
  rows(): Promise<{ assets: number; objects: number; uploads: number }>;
}

export function testLibrary(studio: TestStudio): TestLibrary {
  const upload: TestLibrary['upload'] = (who, name, content = `content of ${name}`) =>
    studio.call('post', '/assets/upload', who).attach('file', Buffer.from(content), name);
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
    serve: ({ url }) => fetch(url),
    files: () =>
      readdirSync(join(studio.config.dataDir, 'assets'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    rows: async () => ({
      assets: await count('assets'),
      objects: await count('stored_objects'),
      uploads: await count('asset_uploads'),
    }),
  };
}
