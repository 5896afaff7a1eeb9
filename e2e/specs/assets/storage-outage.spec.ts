import { type Asset, assetRoutes } from '@studio/contract/http/assets';
import { register } from '../../fixtures/accounts.ts';
import { expect, test } from '../../fixtures/test.ts';
import { beginUpload } from '../../fixtures/upload-in-pieces.ts';
import { callApi } from '../../stack/api.ts';
import { provisionOwnRadosgw, type S3Server, startOwnRadosgw } from '../../stack/radosgw.ts';
import { isReady, type Studio, startStudio } from '../../stack/studio.ts';

const refusal = provisionOwnRadosgw();
const piece = 12 * 1_024 * 1_024;

test.describe('an S3 server that stops in the middle of an upload', () => {
  test.skip(refusal !== undefined, `There is no S3 server: ${refusal}`);

  let server: S3Server;
  let studio: Studio;
  test.beforeAll(async () => {
    server = await startOwnRadosgw();
    studio = await startStudio(server.variables);
  });
  test.afterAll(async () => {
    await studio.dispose();
    await server.stop();
  });

  const outages = [
    { what: 'is killed', stop: () => server.kill(), comeBack: () => server.restart() },
    { what: 'hangs', stop: async () => server.freeze(), comeBack: async () => server.resume() },
  ];
  for (const { what, stop, comeBack } of outages) {
    test(`H38 and ${what} makes it 503; no file, no quota charged, and it comes back`, async () => {
      const person = await register(studio);
      const mine = async () => ({
        files: (await callApi(studio.url, assetRoutes.listAssets, { token: person.token })).data.length,
        used: (await callApi(studio.url, assetRoutes.assetStorage, { token: person.token })).totalUsed,
      });
      const process = studio.pid();

      const upload = beginUpload(studio, person);
      await upload.send(piece);
      await stop();
      await upload.send(piece);
      upload.end();
      expect(await upload.response).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
      expect(await mine()).toEqual({ files: 0, used: 0 });
      expect(await isReady(studio.url)).toBe(false);

      await comeBack();
      await expect.poll(() => isReady(studio.url)).toBe(true);
      const again = beginUpload(studio, person);
      await again.send(piece);
      again.end();
      const { status, body } = await again.response;
      expect(status).toBe(201);
      const served = await fetch((body as Asset).url);
      expect((await served.arrayBuffer()).byteLength).toBe(piece);
      expect(await mine()).toEqual({ files: 1, used: piece });
      expect(studio.pid()).toBe(process);
    });
  }
});
