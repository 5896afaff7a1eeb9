import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { packagePath } from '@studio/contract/packages/specifier';
import { sql } from 'kysely';
import { runJobs } from '../../../../test/support/studio/run-jobs.js';
import {
  type Person,
  startTestStudio,
  type TestStudio,
} from '../../../../test/support/studio/test-studio.js';
import { Database } from '../../../database/database.js';
import { AssetStorage } from '../../../ports/asset-storage.js';
import { Shelf } from '../catalog/shelf.js';

let studio: TestStudio;
let person: Person;
const shelf = await new Shelf().list();
const versionOf = (name: string) => shelf.find((one) => one.name === name)?.version ?? '';
const confetti = { name: 'canvas-confetti', version: versionOf('canvas-confetti') };
/** A version that was never on the shelf. */
const gone = '0.0.7';

beforeAll(async () => {
  // Almost no storage, so that unused packages are evicted.
  studio = await startTestStudio({ PACKAGE_STORAGE: '0' });
  person = await studio.person();
});
afterAll(() => studio.stop());

const tables = () => studio.studio.app.get(Database).sql;

async function read(name: string, version: string, subpath = '.') {
  const address = `http://127.0.0.1:${studio.config.sandboxPort}${packagePath(name, version, subpath)}`;
  const response = await fetch(address);
  return { status: response.status, text: await response.text() };
}

/** As after years, on another machine: the shelf has newer versions, and no local folder is left. */
async function moveAway(): Promise<void> {
  await studio.restart(() => rm(path.join(studio.config.dataDir, 'packages'), { recursive: true }));
  await sql`update stored_packages set version = ${gone} where name = ${confetti.name}`.execute(tables());
  await sql`update package_objects set package_version = ${gone} where package_name = ${confetti.name}`.execute(
    tables(),
  );
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of studio.studio.app.get(AssetStorage).list()) found.push(key);
  return found;
}

describe('a package that was used', () => {
  it('is the same, byte for byte, once the shelf has newer versions, module and files', async () => {
    const before = await read(confetti.name, confetti.version);
    const manifest = await read(confetti.name, confetti.version, './package.json');
    await moveAway();
    expect(await read(confetti.name, gone)).toEqual(before);
    expect(await read(confetti.name, gone, './package.json')).toEqual(manifest);
    const response = await studio
      .call('post', '/packages/resolve')
      .send({ specifiers: [confetti.name], packages: { [confetti.name]: gone } });
    expect(response.body).toMatchObject({
      problems: [],
      packages: { [confetti.name]: gone },
      details: { [confetti.name]: { version: gone, newest: confetti.version } },
    });
  });

  it('is stored with all that it depends on', async () => {
    await read('@tanstack/react-query', versionOf('@tanstack/react-query'));
    await studio.restart();
    const stored = await tables().selectFrom('stored_packages').select('name').execute();
    expect(stored.map(({ name }) => name)).toContain('@tanstack/query-core');
  });

  it('is known to the comparison of storage and database', async () => {
    const known = await tables().selectFrom('package_objects').select('storage_key').execute();
    expect(known.map(({ storage_key }) => storage_key).toSorted()).toEqual((await keys()).toSorted());
  });
});

describe('a package whose bytes the storage has lost', () => {
  const storage = () => studio.studio.app.get(AssetStorage);
  const objects = (name: string) =>
    tables().selectFrom('package_objects').selectAll().where('package_name', '=', name).execute();

  it('is there again once the storage has them again', async () => {
    await moveAway();
    const rows = await objects(confetti.name);
    const kept = new Map<string, Buffer>();
    for (const { storage_key: key } of rows) {
      kept.set(key, await buffer(await storage().read(key)));
      await storage().remove(key);
    }
    expect((await read(confetti.name, gone)).status).toBe(404);
    expect(await objects(confetti.name)).toEqual(rows);
    for (const [key, bytes] of kept)
      await storage().put(key, Readable.from([bytes]), AbortSignal.timeout(5_000));
    expect((await read(confetti.name, gone)).status).toBe(200);
  });

  it('is stored again by the next who makes them', async () => {
    const name = 'preact';
    await read(name, versionOf(name));
    await studio.restart(() => rm(path.join(studio.config.dataDir, 'packages'), { recursive: true }));
    const lost = await objects(name);
    for (const { storage_key } of lost) await storage().remove(storage_key);
    expect((await read(name, versionOf(name))).status).toBe(200);
    await studio.restart();
    const again = await objects(name);
    expect(again.map(({ part }) => part).toSorted()).toEqual(lost.map(({ part }) => part).toSorted());
    expect(await keys()).toEqual(expect.arrayContaining(again.map(({ storage_key }) => storage_key)));
  });
});

describe('making room', () => {
  const aDayAgo = sql`update stored_packages set evicted_at = evicted_at - interval '25 hours'`;
  const names = async () => {
    const rows = await tables().selectFrom('stored_packages').select('name').orderBy('name').execute();
    return rows.map(({ name }) => name);
  };

  it('a package goes a day after it was chosen, and never what a project uses', async () => {
    const packages = { [confetti.name]: gone, '@tanstack/react-query': versionOf('@tanstack/react-query') };
    const frameworkConfig = { ...defaultFrameworkConfig, packages };
    const project = await studio.project(person, { frameworkConfig });
    await read('htm', versionOf('htm'));
    await studio.restart();
    await runJobs(studio, 'packages');
    expect(await names()).toContain('htm');
    await aDayAgo.execute(tables());
    await runJobs(studio, 'packages');
    const left = await names();
    expect(left).toEqual(
      expect.arrayContaining(['@tanstack/query-core', '@tanstack/react-query', confetti.name]),
    );
    expect(left).not.toContain('htm');
    expect((await read(confetti.name, gone)).status).toBe(200);
    // Packages that only an older revision uses stay as well.
    await studio
      .call('put', `/projects/${project.id}`, person)
      .set('if-match', `"${project.version}"`)
      .send({ frameworkConfig: defaultFrameworkConfig });
    await runJobs(studio, 'packages');
    await aDayAgo.execute(tables());
    await runJobs(studio, 'packages');
    expect(await names()).toContain(confetti.name);
    const known = await tables().selectFrom('package_objects').select('storage_key').execute();
    expect(known.map(({ storage_key }) => storage_key).toSorted()).toEqual((await keys()).toSorted());
  });

  it('what stands in for modules of Node stays with the packages of a project: they import it by address', async () => {
    const frameworkConfig = { ...defaultFrameworkConfig, packages: { [confetti.name]: gone } };
    await studio.project(person, { frameworkConfig });
    await read('events', versionOf('events'));
    await studio.restart();
    await runJobs(studio, 'packages');
    await aDayAgo.execute(tables());
    await runJobs(studio, 'packages');
    expect(await names()).toContain('events');
  });

  it('a package that is used again in time stays', async () => {
    await read('htm', versionOf('htm'));
    await studio.restart();
    await runJobs(studio, 'packages');
    await read('htm', versionOf('htm'));
    await studio.restart();
    await aDayAgo.execute(tables());
    await runJobs(studio, 'packages');
    expect(await names()).toContain('htm');
  });

  it('what a package that is used again depends on stays, although no page loads it', async () => {
    const name = '@preact/signals';
    await read(name, versionOf(name));
    await studio.restart();
    await runJobs(studio, 'packages');
    await read(name, versionOf(name));
    await studio.restart();
    await aDayAgo.execute(tables());
    await runJobs(studio, 'packages');
    expect(await names()).toContain('@preact/signals-core');
  });

  it('a package that is served from memory meanwhile stays', async () => {
    await read('preact', versionOf('preact'));
    await studio.restart();
    await read('preact', versionOf('preact'));
    await runJobs(studio, 'packages');
    await read('preact', versionOf('preact'));
    await studio.restart();
    await aDayAgo.execute(tables());
    await runJobs(studio, 'packages');
    expect(await names()).toContain('preact');
  });
});
