import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseProxy } from '../../../../test/support/faults/database-proxy.js';
import { bodyEnd, partHead } from '../../../../test/support/requests/multipart.js';
import { openUpload } from '../../../../test/support/requests/open-upload.js';
import { type TestLibrary, testLibrary } from '../../../../test/support/requests/test-library.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { AssetReconciliationService } from '../reconciliation/asset-reconciliation.service.js';

const line = new DatabaseProxy();
let studio: TestStudio;
let library: TestLibrary;
let person: Person;
beforeAll(async () => {
  studio = await startTestStudio({}, line.reach);
  library = testLibrary(studio);
  person = await studio.person();
});
afterAll(async () => {
  await studio.stop();
  await line.remove();
});

describe('a database that goes in the middle of an upload', () => {
  it('is 503: no asset, nothing charged, and its bytes go with its lease', async () => {
    const upload = openUpload(studio, person);
    await upload.send(`${partHead('a.txt')}half of it`);
    await until(async () => (await library.rows()).uploads === 1);
    await line.cut();
    upload.call.end(bodyEnd);
    const { status, body } = await upload.response;
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
    await studio.call('get', '/assets', person).expect(503);

    await line.restore();
    await until(async () => (await studio.call('get', '/assets', person)).status === 200);
    expect(await library.storage(person)).toMatchObject({ totalUsed: 0, assetCount: 0 });
    await studio.studio.app
      .get(AssetReconciliationService)
      .reconcile(new Date(Date.now() + 180_000), new AbortController().signal);
    expect(await library.rows()).toEqual({ assets: 0, objects: 0, uploads: 0 });
    expect(await library.stored()).toEqual([]);
    await library.add(person, 'a.txt');
  });
});

describe('a database that goes after many uploads have ended', () => {
  it('keeps every one that was acknowledged, with its bytes', async () => {
    const before = await library.assets(person);
    const responses = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const response = await library.upload(person, `${i}.txt`, `upload ${i}`);
        if (i === 8) await line.cut();
        return response;
      }),
    );
    await line.restore();
    await until(async () => (await studio.call('get', '/assets', person)).status === 200);
    await studio.studio.app
      .get(AssetReconciliationService)
      .reconcile(new Date(Date.now() + 2 * 3_600_000), new AbortController().signal);
    const acknowledged = responses.filter(({ status }) => status === 201).map(({ body }) => body);
    const others = responses.filter(({ status }) => status !== 201).map(({ status }) => status);
    expect(new Set([503, ...others])).toEqual(new Set([503]));
    const assets = await library.assets(person);
    expect(assets).toEqual(expect.arrayContaining([...before, ...acknowledged]));
    for (const asset of assets) expect((await library.serve(asset)).status).toBe(200);
    const { objects, uploads } = await library.rows();
    expect({ objects, uploads }).toEqual({ objects: (await library.stored()).length, uploads: 0 });
  });
});
