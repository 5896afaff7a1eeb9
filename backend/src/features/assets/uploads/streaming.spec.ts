import { readdirSync } from 'node:fs';
import { mock } from 'node:test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limits } from '@studio/contract/limits';
import { nightly } from '../../../../test/support/nightly.js';
import { bodyEnd, fileBody, partHead } from '../../../../test/support/requests/multipart.js';
import { type OpenUpload, openUpload } from '../../../../test/support/requests/open-upload.js';
import { sampleFiles } from '../../../../test/support/requests/sample-files.js';
import { type TestLibrary, testLibrary } from '../../../../test/support/requests/test-library.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { exposeGarbageCollector } from '../../../common/garbage-collection.js';
import { Database } from '../../../database/database.js';
import { AssetStorage } from '../../../ports/asset-storage.js';
import {
  networkShareWhileBusy,
  UploadsService,
  uploadsPerReplica,
  uploadsWhileBusy,
} from './uploads.service.js';

let studio: TestStudio;
let library: TestLibrary;
beforeAll(async () => {
  studio = await startTestStudio({ TRUSTED_PROXIES: '127.0.0.1' });
  library = testLibrary(studio);
});
afterAll(() => studio.stop());

const megabyte = 1_048_576;
const film = sampleFiles['a.mp4'] ?? Buffer.alloc(0);
const tables = () => studio.studio.app.get(Database).sql;
const uploadsUnderWay = async () => (await library.rows()).uploads;

/** Writes until the server answers, or everything is sent. @returns how many bytes were written. */
async function sendUntilResponse({ call, send, response }: OpenUpload, bytes: number): Promise<number> {
  const chunk = Buffer.alloc(64 * 1_024);
  const answered = response.then(() => true);
  for (let sent = 0; sent < bytes; sent += chunk.length)
    if (call.destroyed || (await Promise.race([answered, send(chunk)]))) break;
  return call.socket?.bytesWritten ?? 0;
}

describe('a file of the largest size', () => {
  it('is taken to the last byte, and with one byte more refused', async () => {
    const person = await studio.person();
    for (const [more, status] of [
      [0, 201],
      [1, 413],
    ] as const) {
      const upload = openUpload(studio, person);
      await upload.send(partHead('film.mp4'));
      await upload.send(film);
      await upload.send(Buffer.alloc(limits.assetBytes - film.length + more));
      upload.call.end(bodyEnd);
      const { body, ...response } = await upload.response;
      expect(response.status).toBe(status);
      if (status === 413) expect(body.code).toBe('payload_too_large');
    }
    expect(await library.storage(person)).toMatchObject({ totalUsed: limits.assetBytes, assetCount: 1 });
    expect(await library.stored()).toHaveLength(1);
  });
});

describe('an upload that cannot fit', () => {
  it('is refused before a byte of it is sent, where it says how long it is', async () => {
    const person = await studio.person();
    const upload = openUpload(studio, person, limits.assetBytes + megabyte);
    const { status, body, headers } = await upload.response;
    expect({ status, code: body.code, connection: headers.connection }).toEqual({
      status: 413,
      code: 'payload_too_large',
      connection: 'close',
    });
    expect(await uploadsUnderWay()).toBe(0);
  });

  it('is not read any further once it is known, and the connection ends', async () => {
    const person = await studio.person();
    await library.fill(person, megabyte);
    const before = await library.stored();
    for (const contentLength of [undefined, 2 * limits.storageBytes, limits.assetBytes]) {
      const upload = openUpload(studio, person, contentLength);
      await Promise.race([upload.send(partHead('film.mp4')), upload.response]);
      await Promise.race([upload.send(film), upload.response]);
      const taken = await sendUntilResponse(upload, limits.assetBytes);
      const { status } = await upload.response;
      expect(status).toBe(413);
      // Plus what the buffers at both ends hold.
      expect(taken).toBeLessThan(16 * megabyte);
      await until(() => upload.call.socket?.destroyed === true);
    }
    expect(await library.stored()).toEqual(before);
    expect(await uploadsUnderWay()).toBe(0);
  });

  it('is not read at all without a session', async () => {
    const person = await studio.person();
    const upload = openUpload(studio, { ...person, access_token: 'dead' });
    const taken = await sendUntilResponse(upload, limits.assetBytes);
    expect((await upload.response).status).toBe(401);
    expect(taken).toBeLessThan(16 * megabyte);
  });
});

describe('the quota', () => {
  it('H44 lets at most one of 20 uploads at the same time through that need 60 % of what is left each', async () => {
    const person = await studio.person();
    const left = 500_000;
    await library.fill(person, left);
    const content = Buffer.concat([film, Buffer.alloc(left * 0.6 - film.length)]);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => library.upload(person, `film ${i}.mp4`, content)),
    );
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 413)]);
    for (const { status, body } of responses) if (status === 413) expect(body.code).toBe('quota_exceeded');
    expect((await library.storage(person)).totalUsed).toBe(limits.storageBytes - left + content.length);
    expect(await uploadsUnderWay()).toBe(0);
  });

  it('can be filled to the last byte, not beyond; what is deleted can be used again', async () => {
    const person = await studio.person();
    await library.fill(person, 10);
    await library.upload(person, 'a.txt', 'x'.repeat(11)).expect(413);
    const last = await library.add(person, 'a.txt', 'x'.repeat(10));
    expect((await library.storage(person)).totalUsed).toBe(limits.storageBytes);
    const { body } = await library.upload(person, 'b.txt', 'x').expect(413);
    expect(body.detail).toBe(
      'There is not enough space for this file. Your files can use up to 1 GB. Delete some and try again.',
    );
    await library.remove(person, last).expect(204);
    await library.add(person, 'b.txt', 'x');
  });

  it('of one user is nobody else’s', async () => {
    const [full, other] = [await studio.person(), await studio.person()];
    await library.fill(full, 0);
    await library.add(other, 'a.txt');
  });
});

describe('a replica that is half full of uploads', () => {
  const open: OpenUpload[] = [];
  const service = () => studio.studio.app.get(UploadsService);
  const places = () => Math.min(uploadsPerReplica, studio.studio.app.get(AssetStorage).maxConcurrentUploads);
  const begin = async (who: Person, address: string) => {
    const upload = openUpload(studio, who, undefined, address);
    await upload.send(partHead('film.mp4'));
    open.push(upload);
    return upload;
  };
  const refusal = async (who: Person, address: string) => {
    const { status, body } = await (await begin(who, address)).response;
    return { status, detail: body.detail };
  };

  beforeEach(async () => {
    while (open.length < places() / 2) {
      const hostile = await studio.person();
      for (let own = 0; own < limits.uploadsPerAccount && open.length < places() / 2; own++)
        await begin(hostile, '10.0.0.1');
    }
    await until(() => service().underWay === places() / 2);
  });
  afterEach(async () => {
    for (const { call } of open.splice(0)) call.destroy();
    await until(async () => service().underWay === 0 && (await uploadsUnderWay()) === 0);
  });

  it('H74 takes only a few of each account, so that some of them cannot keep everybody else out', async () => {
    const person = await studio.person();
    for (let own = 0; own < uploadsWhileBusy; own++) await begin(person, '10.0.0.2');
    await until(() => service().underWay === places() / 2 + uploadsWhileBusy);
    expect(await refusal(person, '10.0.0.2')).toEqual({
      status: 429,
      detail:
        'The server is busy, and you already have 8 or more uploads in progress. Wait for one of them to finish and try again.',
    });
    await library.add(await studio.person(), 'a.txt');
  });

  it('H74 takes at most a quarter from one network, however many accounts that has', async () => {
    const newcomer = () => studio.person(undefined, '10.0.0.3');
    const quarter = places() * networkShareWhileBusy;
    for (let theirs = 0; theirs < quarter; ) {
      const one = await newcomer();
      for (let own = 0; own < uploadsWhileBusy && theirs < quarter; own++, theirs++)
        await begin(one, '10.0.0.3');
    }
    await until(() => service().underWay === places() / 2 + quarter);
    for (const address of ['10.0.0.3', '10.0.0.1'])
      expect(await refusal(await newcomer(), address)).toEqual({
        status: 429,
        detail:
          'The server is busy, and your network already has many uploads in progress. Please try again in a moment.',
      });
    await library.add(await studio.person(), 'a.txt');
  });
});

describe('H49: an upload that breaks off', () => {
  it('gives its room back at once and leaves nothing, however often', async () => {
    const person = await studio.person();
    const stored = (await library.stored()).length;
    const descriptors = () => readdirSync('/proc/self/fd').length;
    const collect = exposeGarbageCollector();
    const buffered = () => {
      collect({ type: 'major' });
      return process.memoryUsage().arrayBuffers;
    };
    const before = descriptors();
    const bufferedBefore = buffered();
    for (let round = 0; round < (nightly ? 25 : 5); round++) {
      const uploads = Array.from({ length: 20 }, (_, i) =>
        openUpload(studio, person, i % 2 ? 10 * megabyte : undefined),
      );
      for (const [i, upload] of uploads.entries()) {
        if (i % 4 > 0) await upload.send(partHead('film.mp4').slice(0, i % 4 === 1 ? 40 : undefined));
        if (i % 4 > 2) await upload.send(Buffer.concat([film, Buffer.alloc(megabyte)]));
      }
      for (const { call } of uploads) call.destroy();
    }
    await until(async () => (await uploadsUnderWay()) === 0);
    await until(async () => (await library.stored()).length === stored);
    await until(() => descriptors() <= before + 10);
    await until(() => buffered() < bufferedBefore + 16 * megabyte);
    expect(await library.storage(person)).toMatchObject({ totalUsed: 0, assetCount: 0 });
    await library.add(person, 'a.txt');
  });

  it('says longer than it is and stops there: nothing is charged', async () => {
    const person = await studio.person();
    const body = fileBody('a.txt', 'text');
    const upload = openUpload(studio, person, body.length + 1_000);
    await upload.send(body);
    await until(async () => (await uploadsUnderWay()) === 1);
    upload.call.destroy();
    await until(async () => (await uploadsUnderWay()) === 0);
    expect(await library.assets(person)).toEqual([]);
  });
});

describe('an upload under way', () => {
  afterEach(() => {
    mock.timers.reset();
  });

  it('keeps its reservation for as long as it takes', async () => {
    const person = await studio.person();
    mock.timers.enable({ apis: ['setInterval'] });
    const upload = openUpload(studio, person);
    const lease = async () => {
      const row = await tables().selectFrom('asset_uploads').select('lease_until').executeTakeFirst();
      return row ? new Date(row.lease_until).getTime() - Date.now() : 0;
    };
    await until(async () => (await lease()) > 0);
    await upload.send(partHead('a.txt'));
    await tables()
      .updateTable('asset_uploads')
      .set({ lease_until: new Date(Date.now() + 1_000) })
      .execute();
    mock.timers.tick(30_000);
    await until(async () => (await lease()) > 100_000);
    upload.call.end(`text${bodyEnd}`);
    expect((await upload.response).status).toBe(201);
  });
});
