import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import { ResolvedPackages } from '@studio/contract/packages/package-routes';
import { packagePath } from '@studio/contract/packages/specifier';
import { sql } from 'kysely';
import { runJobs } from '../../../../test/support/studio/run-jobs.js';
import { startTestStudio, type TestStudio } from '../../../../test/support/studio/test-studio.js';
import { startTestRegistry, type TestRegistry } from '../../../../test/support/test-registry.js';
import { Database } from '../../../database/database.js';

let studio: TestStudio;
let registry: TestRegistry;

beforeEach(async () => {
  registry = await startTestRegistry();
  studio = await startTestStudio({
    MODULES: 'registry',
    PACKAGE_REGISTRY: registry.address,
    PACKAGE_STORAGE: '40',
    TRUSTED_PROXIES: '127.0.0.1',
  });
});
afterEach(async () => {
  await studio.stop();
  await registry.stop();
});

/** A package with 200 kB that do not compress, and a dependency that all share. */
function publishCrowd(count: number): string[] {
  registry.publish('shared-by-all', { files: { 'index.js': "export const shared = 'shared';" } });
  return Array.from({ length: count }, (_, index) => {
    const name = `crowded-${index}`;
    const noise = crypto.getRandomValues(new Uint8Array(65_536));
    const numbers = `export const numbers = [${noise.join()}];`;
    registry.publish(name, {
      manifest: { dependencies: { 'shared-by-all': '1' } },
      files: { 'index.js': `export { shared } from 'shared-by-all';\n${numbers}` },
    });
    return name;
  });
}

async function resolve(specifiers: string[], address: string, on = studio): Promise<ResolvedPackages> {
  const response = await on
    .call('post', '/packages/resolve')
    .set('x-forwarded-for', address)
    .send({ specifiers })
    .expect(200);
  return ResolvedPackages.parse(response.body);
}

const moduleOf = async (name: string, on = studio) => {
  const response = await fetch(`http://127.0.0.1:${on.config.sandboxPort}${packagePath(name, '1.0.0', '.')}`);
  return response.text();
};
const archives = () => registry.requests.filter((each) => each.startsWith('/-/'));
const networks = (index: number) => `10.1.${index >> 8}.${index & 255}`;

/** The running child processes of this process. */
function childProcesses(): number {
  const pids = readdirSync('/proc').filter((each) => /^\d+$/.test(each));
  return pids.filter((pid) => {
    try {
      const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      const [state, parent] = rest.split(' ');
      return state !== 'Z' && Number(parent) === process.pid;
    } catch {
      return false;
    }
  }).length;
}

/** The ids of those that build. */
function buildProcesses(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('build-process');
    } catch {
      return false;
    }
  });
}

/** The maximum of a value while the work runs. */
async function mostDuring(work: Promise<unknown>, measure: () => number | Promise<number>): Promise<number> {
  const done = new AbortController();
  const end = () => done.abort();
  work.then(end, end);
  let most = 0;
  while (!done.signal.aborted) {
    most = Math.max(most, await measure());
    await new Promise((next) => setTimeout(next, 20));
  }
  return most;
}

describe('many who import at once', () => {
  it('H84 100 people get 100 packages, by few processes and in bounded memory, while the studio answers others', async () => {
    const names = publishCrowd(100);
    await resolve(['htm'], networks(200));
    const memoryBefore = process.memoryUsage.rss();
    const childrenBefore = childProcesses();
    const work = Promise.all(names.map((name, index) => resolve([name], networks(index))));
    const [children, memory, waited, responses] = await Promise.all([
      mostDuring(work, childProcesses),
      mostDuring(work, () => process.memoryUsage.rss()),
      mostDuring(work, async () => {
        const began = performance.now();
        await studio.call('get', '/health/live').expect(200);
        return performance.now() - began;
      }),
      work,
    ]);
    expect(responses.flatMap(({ problems }) => problems)).toEqual([]);
    expect(responses.map(({ packages }) => packages)).toEqual(names.map((name) => ({ [name]: '1.0.0' })));
    expect(archives().toSorted()).toEqual(
      [...names, 'shared-by-all'].map((name) => `/-/${name}-1.0.0.tgz`).toSorted(),
    );
    // Three builds and the registry's process.
    expect(children - childrenBefore).toBeLessThanOrEqual(4);
    expect(memory - memoryBefore).toBeLessThan(400 * 1_048_576);
    expect(waited).toBeLessThan(2_000);
  });

  it('do not wait for one of them who wants 60 packages', async () => {
    const names = publishCrowd(61);
    const own = names.pop() ?? '';
    let served = 0;
    const greedy = names.map(async (name) => {
      await resolve([name], networks(1));
      served += 1;
    });
    await Promise.race(greedy);
    expect((await resolve([own], networks(2))).problems).toEqual([]);
    expect(served).toBeLessThan(30);
    await Promise.all(greedy);
  });

  it('leave as many packages as the storage has room for, and all that a project uses, even the oldest', async () => {
    const names = publishCrowd(20);
    const oldest = names[0] ?? '';
    await resolve([oldest], networks(0));
    const frameworkConfig = { ...defaultFrameworkConfig, packages: { [oldest]: '1.0.0' } };
    await studio.project(await studio.person(), { frameworkConfig });
    const before = await moduleOf(oldest);
    for (const [index, name] of names.entries()) await resolve([name], networks(index));
    await studio.restart();
    const tables = studio.studio.app.get(Database).sql;
    // As if they were large.
    await sql`update package_objects set size = size * 40`.execute(tables);
    await runJobs(studio, 'packages');
    await sql`update stored_packages set evicted_at = evicted_at - interval '25 hours'`.execute(tables);
    await runJobs(studio, 'packages');
    const rows = await tables.selectFrom('package_objects').select(['package_name', 'size']).execute();
    const bytes = rows.reduce((sum, { size }) => sum + size, 0);
    expect(bytes).toBeLessThanOrEqual(studio.config.packageBytes);
    const left = new Set(rows.map((row) => row.package_name));
    expect([...left]).toEqual(expect.arrayContaining([oldest, 'shared-by-all']));
    expect(left.size).toBeLessThan(names.length);
    await studio.restart(async () => {
      await registry.stop();
    });
    expect(await moduleOf(oldest)).toBe(before);
    expect(await resolve([oldest], networks(0))).toMatchObject({
      packages: { [oldest]: '1.0.0' },
      problems: [],
    });
    registry = await startTestRegistry();
  });
});

const describeWithServer = process.env['DATABASE_URL'] ? describe : describe.skip;

describeWithServer('two replicas that are asked for the same at once', () => {
  it('fetch it once, build it once, and have the same modules of it, stored once', async () => {
    const names = publishCrowd(10);
    const other = await studio.replica();
    const builds = new Set<string>();
    try {
      const work = Promise.all(
        names.flatMap((name, index) => [studio, other].map((on) => resolve([name], networks(index), on))),
      );
      await mostDuring(work, () => {
        for (const pid of buildProcesses()) builds.add(pid);
        return builds.size;
      });
      const responses = await work;
      expect(builds.size).toBeGreaterThan(0);
      expect(builds.size).toBeLessThanOrEqual(names.length + 1);
      expect(responses.flatMap(({ problems }) => problems)).toEqual([]);
      const fetched = archives().filter((each) => each.startsWith('/-/crowded-'));
      expect(fetched.toSorted()).toEqual(names.map((name) => `/-/${name}-1.0.0.tgz`).toSorted());
      for (const name of names) expect(await moduleOf(name, other)).toBe(await moduleOf(name));
    } finally {
      await other.stop();
    }
    await studio.restart();
    const tables = studio.studio.app.get(Database).sql;
    const rows = await tables.selectFrom('package_objects').select(['package_name', 'part']).execute();
    const parts = rows.filter(({ package_name }) => package_name.startsWith('crowded-'));
    expect(new Set(parts.map(({ package_name, part }) => `${package_name} ${part}`)).size).toBe(parts.length);
    expect(parts).toHaveLength(2 * names.length);
  });
});
