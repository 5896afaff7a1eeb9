import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerProxy } from '../../../test/support/faults/server-proxy.js';
import { bodyEnd, partHead } from '../../../test/support/requests/multipart.js';
import { openUpload } from '../../../test/support/requests/open-upload.js';
import { type TestLibrary, testLibrary } from '../../../test/support/requests/test-library.js';
import { startTestStudio, type TestStudio } from '../../../test/support/studio/test-studio.js';
import { until } from '../../../test/support/until.js';
import { AssetReconciliationService } from '../../features/assets/reconciliation/asset-reconciliation.service.js';

/** Unset where the test run has no S3 server. */
const server = process.env['S3_ENDPOINT'];
const describeWithS3 = server ? describe : describe.skip;

describeWithS3('an S3 server', () => {
  const line = new ServerProxy();
  let studio: TestStudio;
  let library: TestLibrary;
  beforeAll(async () => {
    studio = await startTestStudio({ S3_ENDPOINT: await line.toPort(server ?? '', 80) });
    library = testLibrary(studio);
  });
  afterAll(async () => {
    await studio.stop();
    await line.cut();
  });

  /** Large enough to begin a second part, so that the server has received the first. */
  const half = 'a line of the file\n'.repeat(360_000);
  const troubles = [
    { trouble: 'is gone', begin: () => line.cut(), end: () => line.restore() },
    { trouble: 'never answers', begin: async () => line.stall(), end: async () => line.resume() },
  ];
  it.each(troubles)(
    'H38 that $trouble in the middle of an upload is 503: no row, nothing charged, and no orphan after it',
    async ({ begin, end }) => {
      const person = await studio.person();
      const upload = openUpload(studio, person);
      await upload.send(partHead('a.txt') + half);
      await until(async () => (await library.stored()).length === 1);
      await begin();
      upload.call.end(`${half}${bodyEnd}`);
      const { status, body } = await upload.response;
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'service_unavailable' });
      const nothing = { totalUsed: 0, assetCount: 0 };
      expect(await library.storage(person)).toMatchObject(nothing);
      const { body: stats } = await studio.call('get', '/users/me/stats', person).expect(200);
      expect(stats.storage).toMatchObject(nothing);
      await studio.call('get', '/health/live').expect(200);

      await end();
      await until(async () => (await studio.call('get', '/health/ready')).status === 200);
      const reconciler = studio.studio.app.get(AssetReconciliationService);
      for (const hours of [2, 8 * 24]) {
        const later = new Date(Date.now() + hours * 3_600_000);
        await reconciler.reconcile(later, new AbortController().signal);
      }
      expect(await library.rows()).toEqual({ assets: 0, objects: 0, uploads: 0 });
      expect(await library.stored()).toEqual([]);
      const asset = await library.add(person, 'a.txt', half);
      expect((await library.serve(asset)).content.toString() === half).toBe(true);
      await library.remove(person, asset).expect(204);
      const tomorrow = new Date(Date.now() + 25 * 3_600_000);
      await reconciler.reconcile(tomorrow, new AbortController().signal);
    },
  );
});
