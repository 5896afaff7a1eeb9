import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ResolvedPackages } from '@studio/contract/packages/package-routes';
import { packagePath } from '@studio/contract/packages/specifier';
import { sql } from 'kysely';
import { FaultyS3 } from '../../../../test/support/faults/faulty-s3.js';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import { until } from '../../../../test/support/until.js';
import { Database } from '../../../database/database.js';

const storage = new FaultyS3();
let studio: TestStudio;

beforeAll(async () => {
  studio = await startTestStudio({ ...(await storage.start()), RATE_LIMIT_SCALE: '100' });
});
afterAll(async () => {
  await studio.stop();
  await storage.goAway();
});

afterEach(() => {
  storage.fault = 'none';
});

const tables = () => studio.studio.app.get(Database).sql;

async function resolve(specifiers: string[], rest: object = {}): Promise<ResolvedPackages> {
  const { body } = await studio
    .call('post', '/packages/resolve')
    .send({ specifiers, ...rest })
    .expect(200);
  return ResolvedPackages.parse(body);
}

async function stored(): Promise<string[]> {
  const rows = await tables()
    .selectFrom('package_objects')
    .select('package_name')
    .where('part', '=', 'main')
    .execute();
  return rows.map((row) => row.package_name);
}

/** The number of locks, each of which holds a connection. */
async function locks(): Promise<number> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(tables());
  return rows.length;
}

describe('a storage that fails for a while', () => {
  it('while a package is to be stored: its next use stores it', async () => {
    const names = ['@tanstack/react-query', 'mitt'];
    storage.fault = 'refusing';
    const before = storage.puts;
    expect((await resolve(names)).problems).toEqual([]);
    await until(() => storage.puts > before);
    storage.fault = 'none';
    await until(async () => {
      await resolve(names);
      const found = await stored();
      return names.every((name) => found.includes(name));
    });
  });

  it('while a stored version is read: the version is not there now, which is not the same as unknown', async () => {
    const name = 'canvas-confetti';
    await resolve([name]);
    // As after years, on another machine: the shelf has a newer version, and no local folder is left.
    await studio.restart(() => rm(path.join(studio.config.dataDir, 'packages'), { recursive: true }));
    const gone = '0.0.7';
    await sql`update stored_packages set version = ${gone} where name = ${name}`.execute(tables());
    await sql`update package_objects set package_version = ${gone} where package_name = ${name}`.execute(
      tables(),
    );
    const packages = { [name]: gone };
    const module = `http://127.0.0.1:${studio.config.sandboxPort}${packagePath(name, gone, '.')}`;
    const message = `${name} ${gone} cannot be read from the storage of this studio. Try again in a minute`;

    storage.fault = 'refusing';
    // `htm` was never stored, and the modules of `mitt` were.
    expect(await resolve([name, 'htm', 'mitt'], { packages, types: true })).toMatchObject({
      packages: { ...packages, htm: expect.any(String) },
      problems: [
        { specifier: name, code: 'registry_unavailable', message },
        { specifier: 'mitt', code: 'registry_unavailable' },
      ],
    });
    expect((await resolve([], { packages, newest: true })).problems).toMatchObject([
      { specifier: name, message },
    ]);
    const response = await fetch(module);
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 502, text: message });
    expect(response.headers.get('cache-control')).toBe('no-store');

    storage.fault = 'none';
    // As a folder that is not mounted, which looks like an empty one.
    const files = [...storage.objects];
    storage.objects.clear();
    expect((await resolve([name], { packages })).problems).toMatchObject([{ specifier: name, message }]);
    for (const [key, bytes] of files) storage.objects.set(key, bytes);
    expect((await resolve([name, 'mitt'], { packages })).problems).toEqual([]);
    expect((await fetch(module)).status).toBe(200);
  });
});

it('a storage that hangs takes few connections to the database, however much is built, which is stored once it answers', async () => {
  const names = ['nanoid', 'immer', 'idb', 'dayjs', 'howler', 'mustache'];
  storage.fault = 'silent';
  await resolve(names);
  // A response may come before the lock of its build is released.
  await until(async () => (await locks()) <= 3);
  storage.fault = 'none';
  // The first is what the storage has not answered.
  await until(async () => {
    const found = await stored();
    return names.slice(1).every((name) => found.includes(name));
  });
});

it('a studio that stops stores what it has built, however much of it waits', async () => {
  const names = ['luxon', 'htm', 'preact'];
  await resolve(names);
  await studio.restart();
  await tables().deleteFrom('package_objects').execute();
  await tables().deleteFrom('stored_packages').execute();
  await resolve(names);
  await studio.restart();
  expect(await stored()).toEqual(expect.arrayContaining(names));
});
