import { expect } from '@jest/globals';
import type { Asset } from '@studio/contract/http/assets';
import { Database } from '../../../src/database/database.js';
import { testLibrary } from '../requests/test-library.js';
import type { Person, TestStudio } from '../studio/test-studio.js';

const anything = 'a small file';

/** Checks a user's uploads during a fault of the storage, and after it. */
export class Uploads {
  readonly #library;

  constructor(
    private readonly studio: TestStudio,
    private readonly person: Person,
  ) {
    this.#library = testLibrary(studio);
  }

  expectOne(content = anything): Promise<Asset> {
    return this.#library.add(this.person, 'a.txt', content);
  }

  /** Expects 503 for a small file and one with several parts in S3, uploaded at once. */
  async expectNone(reason = /./): Promise<void> {
    const files = [20, 12 * 1_024 * 1_024].map((size) => Buffer.alloc(size, 'a line\n'));
    const responses = await Promise.all(
      files.map((file) => this.#library.upload(this.person, 'a.txt', file)),
    );
    for (const { status, body, headers } of responses) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
      expect(body.message).toMatch(reason);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    await this.studio.call('get', '/health/live').expect(200);
  }

  /** Expects no asset, used quota, reservation or object. */
  async expectNothingLeft(): Promise<void> {
    expect(await this.#library.assets(this.person)).toEqual([]);
    expect(await this.#library.storage(this.person)).toMatchObject({ totalUsed: 0, assetCount: 0 });
    expect(await this.#library.rows()).toEqual({ assets: 0, objects: 0, uploads: 0 });
  }

  /** Expects that everything works again, and removes its file. */
  async expectToWork(): Promise<void> {
    await this.studio.call('get', '/health/ready').expect(200);
    await this.expectServed(await this.expectOne());
    const { sql } = this.studio.studio.app.get(Database);
    await sql.deleteFrom('assets').execute();
    await sql.deleteFrom('stored_objects').execute();
  }

  async expectServed(asset: Asset, content = anything): Promise<void> {
    expect((await this.#library.serve(asset)).content.toString()).toBe(content);
  }
}
