import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Asset } from '@studio/contract/http/assets';
import { bodyEnd, partHead } from '../../../../test/support/requests/multipart.js';
import { openUpload } from '../../../../test/support/requests/open-upload.js';
import { testLibrary } from '../../../../test/support/requests/test-library.js';
import { endProcess, startStudioProcess } from '../../../../test/support/studio/studio-process.js';
import { type Person, signIn, startTestStudio } from '../../../../test/support/studio/test-studio.js';
import { demoAccount } from '../../../config/config.js';
import { Database } from '../../../database/database.js';
import { AssetReconciliationService } from '../reconciliation/asset-reconciliation.service.js';

const dataDir = mkdtempSync(join(tmpdir(), 'studio-killed-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Always embedded: the killed server uses only its folder, whatever stores the other tests use. */
const embedded = Object.fromEntries(
  ['DATABASE_URL', 'S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'].map((name) => [
    name,
    '',
  ]),
);
const kills = 5;
const uploadsEach = 10;
const hour = 3_600_000;

/** Files of up to a megabyte, some with equal bytes, some unique. */
function contentOf(kill: number, upload: number): string {
  return upload % 3 === 0
    ? 'equal bytes '.repeat(40_000)
    : `${kill}-${upload} `.repeat(randomInt(1, 200_000));
}

/** Begins uploads, and kills the server during them. @returns the acknowledged uploads. */
async function killWhileUploading(kill: number): Promise<{ asset: Asset; content: string }[]> {
  const studio = await startStudioProcess(dataDir);
  const person = await signInTo(studio.url);
  const contents = Array.from({ length: uploadsEach }, (_, upload) => contentOf(kill, upload));
  let untilKilled = randomInt(
    1,
    contents.reduce((sum, { length }) => sum + length, 0),
  );
  const uploads = contents.map(async (content, index) => {
    const upload = openUpload(studio, person);
    await upload.send(partHead(`${kill}-${index}.txt`));
    for (let sent = 0; sent < content.length; sent += 50_000) {
      const part = content.slice(sent, sent + 50_000);
      await upload.send(part);
      untilKilled -= part.length;
      if (untilKilled <= 0) studio.child.kill('SIGKILL');
    }
    upload.call.end(bodyEnd);
    const response = await upload.response.catch(() => null);
    return response?.status === 201 ? [{ asset: response.body, content }] : [];
  });
  const acknowledged = (await Promise.all(uploads)).flat();
  if (studio.child.signalCode === null) await endProcess(studio.child, 'SIGKILL');
  return acknowledged;
}

async function signInTo(url: string): Promise<Person> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoAccount.email, password: demoAccount.password }),
  });
  return { ...((await response.json()) as Person), password: demoAccount.password };
}

describe('uploads whose server is killed', () => {
  it('leave no orphan, in storage or database, and what was acknowledged is there', async () => {
    const acknowledged = [];
    for (let kill = 0; kill < kills; kill++) acknowledged.push(...(await killWhileUploading(kill)));

    const studio = await startTestStudio({ ...embedded, DATA_DIR: dataDir });
    const library = testLibrary(studio);
    const person = await signIn(studio, demoAccount.email, demoAccount.password);
    await studio.studio.app
      .get(AssetReconciliationService)
      .reconcile(new Date(Date.now() + 2 * hour), new AbortController().signal);

    const assets = await library.assets(person);
    for (const { asset, content } of acknowledged) {
      expect(assets).toContainEqual({ ...asset, url: expect.anything() });
      const listed = assets.find(({ id }) => id === asset.id) as Asset;
      expect((await library.serve(listed)).content.toString() === content).toBe(true);
    }
    const objects = await studio.studio.app
      .get(Database)
      .sql.selectFrom('stored_objects')
      .select(['storage_key', 'refs'])
      .execute();
    expect((await library.stored()).toSorted()).toEqual(
      objects.map(({ storage_key }) => storage_key).toSorted(),
    );
    expect(objects.reduce((sum, { refs }) => sum + refs, 0)).toBe(assets.length);
    expect((await library.rows()).uploads).toBe(0);
    expect(await library.storage(person)).toMatchObject({
      totalUsed: assets.reduce((sum, { size }) => sum + size, 0),
      assetCount: assets.length,
    });
    await studio.stop();
  });
});
