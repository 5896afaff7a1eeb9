import { expect } from '@jest/globals';
import type { Asset } from '@studio/contract/http/assets';
import { Database } from '../database/database.js';
import type { Person, TestStudio } from './studio.js';

const content = 'a small file';

/** Somebody's uploads while the storage is in trouble, and after. */
export class Uploads {
  constructor(
    private readonly studio: TestStudio,
    private readonly person: Person,
  ) {}

  async expectOne(): Promise<Asset> {
    return (await this.#upload(Buffer.from(content)).expect(201)).body;
  }

  /** A small file and one of several parts of an upload to S3, both at once. */
  async expectNone(): Promise<void> {
    const sizes = [20, 12 * 1_024 * 1_024];
    const answers = await Promise.all(sizes.map((size) => this.#upload(Buffer.alloc(size, 'a line\n'))));
    for (const { status, body, headers } of answers) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    await this.studio.call('get', '/health/live').expect(200);
  }

  /** No asset, nothing of the quota, nothing reserved, no object. */
  async expectNothingLeft(): Promise<void> {
    const get = async (path: string) => (await this.studio.call('get', path, this.person).expect(200)).body;
    expect((await get('/assets')).data).toEqual([]);
    expect(await get('/assets/storage')).toMatchObject({ totalUsed: 0, assetCount: 0 });
    const { sql } = this.studio.studio.app.get(Database);
    expect(await sql.selectFrom('asset_uploads').selectAll().execute()).toEqual([]);
    expect(await sql.selectFrom('stored_objects').selectAll().execute()).toEqual([]);
  }

  /** All is well again; leaves nothing behind either. */
  async expectToWork(): Promise<void> {
    await this.studio.call('get', '/health/ready').expect(200);
    await this.expectServed(await this.expectOne());
    const { sql } = this.studio.studio.app.get(Database);
    await sql.deleteFrom('assets').execute();
    await sql.deleteFrom('stored_objects').execute();
  }

  async expectServed({ url }: Asset): Promise<void> {
    expect(await (await fetch(url)).text()).toBe(content);
  }

  #upload(bytes: Buffer) {
    return this.studio.call('post', '/assets/upload', this.person).attach('file', bytes, 'a.txt');
  }
}
