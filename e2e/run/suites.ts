import { availableParallelism } from 'node:os';
import { provisionBrowserForTests, provisionChromium } from '../stack/chromium.ts';
import { provisionPostgres, startPostgres } from '../stack/postgres.ts';
import { provisionRadosgw, startRadosgw } from '../stack/radosgw.ts';
import { provisionRedis, startRedis } from '../stack/redis.ts';
import type { Affected } from './affected.ts';
import { changedSpecs } from './changed-specs.ts';
import { nothing, type Outcome, skip, sum } from './outcome.ts';
import { jest, playwright } from './runners.ts';

/** Which tests a run includes. */
export interface Selection {
  /** Includes nightly tests: long ones, repetitions on other stores, and those that judge times. */
  nightly: boolean;
  /** Limits the run to what changes since a commit can affect; default: everything. */
  affected?: Affected;
  /** `2/4`: only the second quarter of each step, for several machines that share a run. */
  shard?: string;
}

const nightlySpecs = '\\.nightly\\.spec';
const productionAdapters = 'adapters/production';
const replicas = 'test/replicas';
const embeddedAdapters = 'adapters/embedded/';
// Does not begin with a hyphen, or jest would take it for an option.
const models = '[a-z]-model\\.spec';
const commandSpecs = 'admin/(commands|move-forum-account)';

/** Specs for the embedded database, which differs from PostgreSQL: one connection, in the studio's own process. */
const onEmbedded = {
  daily: [embeddedAdapters, models, 'database/(embedded|database-away|schema)'],
  nightly: [
    'features/projects/(saving/(project-saves|publishing)|counters|reading/(project-lists|lists-by-tag))',
    'features/(moderation/(project-reports|takedowns)|admin/admin-rights)',
    'test/(http/invalid-input|process/passing-time)',
    commandSpecs,
  ],
};

/** Specs for Redis: its adapters, replicas that share it, and other features that Redis can affect. */
const onRedis = {
  selfSkipping: [`${productionAdapters}/redis`, `${replicas}/two-replicas\\.spec`],
  daily: ['(sessions|rooms)-model'],
  nightly: [replicas, 'features/(auth/|realtime/(realtime|recovery))', commandSpecs],
};

/** Specs for an S3 server: its adapter, and the specs of the asset library, which run on every storage. */
const onS3 = {
  selfSkipping: [`${productionAdapters}/(minio|troubled)`],
  daily: ['library-model'],
  nightly: [
    'assets/(asset-library|uploads/(bad-uploads|streaming|quota-model))',
    'assets/reconciliation/(asset-reconciliation|storage-pairing)',
    'admin/backup',
  ],
};

/** Specs that do not apply to the embedded database. */
const onPostgresAlone = ['database/(bounded-work|advisory-locks|open-database)', 'moderation/reinstating'];

interface StoreSpecs {
  /** Run without the server, too, so that their tests are reported as skipped. */
  selfSkipping?: string[];
  daily: string[];
  nightly: string[];
}

const chosen = (specs: StoreSpecs, { nightly }: Selection) => [
  ...(specs.selfSkipping ?? []),
  ...specs.daily,
  ...(nightly ? specs.nightly : []),
];

/** The back end's specs with files on disk, on PostgreSQL; on the embedded database if there is no PostgreSQL. */
export async function apiTests(selection: Selection): Promise<Outcome> {
  const elsewhere = [productionAdapters, replicas, nightlySpecs];
  const refusal = provisionPostgres();
  if (refusal) {
    console.log(`There is no PostgreSQL here: ${refusal}. All runs on the embedded database.`);
    return backend('api', selection, { without: [...elsewhere, ...onPostgresAlone] });
  }
  const server = await startPostgres();
  try {
    // `embeddedTests` runs the specs of the embedded database.
    const without = [...elsewhere, embeddedAdapters, 'database/embedded'];
    // Four workers for two cores instead of three, because the longest specs wait for programs that they start.
    const workers = 2 * availableParallelism();
    return await backend('api', selection, { without, env: { DATABASE_URL: server.url }, workers });
  } finally {
    server.stop();
  }
}

/** The tests of the other stores, in parallel because S3's tests mostly wait for timeouts. */
export async function storeTests(selection: Selection): Promise<Outcome> {
  return sum(await Promise.all([embeddedTests(selection), redisTests(selection), s3Tests(selection)]));
}

async function embeddedTests(selection: Selection): Promise<Outcome> {
  // Without PostgreSQL, `apiTests` has already run on the embedded database.
  if (provisionPostgres()) return nothing;
  return backend('api-embedded', selection, { only: chosen(onEmbedded, selection), without: [nightlySpecs] });
}

async function s3Tests(selection: Selection): Promise<Outcome> {
  const refusal = provisionRadosgw();
  if (refusal) {
    console.log(`S3 tests cannot run here: ${refusal}.`);
    return backend('api-s3', selection, { only: onS3.selfSkipping });
  }
  const server = await startRadosgw();
  try {
    const only = chosen(onS3, selection);
    return await backend('api-s3', selection, { only, without: [nightlySpecs], env: server.variables });
  } finally {
    await server.stop();
  }
}

async function redisTests(selection: Selection): Promise<Outcome> {
  const refusal = provisionRedis() ?? provisionPostgres();
  if (refusal) {
    console.log(`Redis tests cannot run here: ${refusal}.`);
    return backend('api-redis', selection, { only: onRedis.selfSkipping });
  }
  const redis = await startRedis();
  const postgres = await startPostgres();
  try {
    const env = { REDIS_URL: redis.url, DATABASE_URL: postgres.url };
    const only = chosen(onRedis, selection);
    return await backend('api-redis', selection, { only, without: [nightlySpecs], env, workers: 1 });
  } finally {
    postgres.stop();
    await redis.stop();
  }
}

/** Tests that take long or judge times, of the back end and of the stack: one at a time, with the machine to themselves. */
export async function longTests(selection: Selection): Promise<Outcome> {
  const server = provisionPostgres() ? undefined : await startPostgres();
  try {
    const env = server ? { DATABASE_URL: server.url } : {};
    return sum([
      await backend('api-nightly', selection, { only: [nightlySpecs], env, workers: 1 }),
      await jest('stack-nightly', ['e2e'], {
        flags: ['--testPathPatterns', `(stack|packages)/.*${nightlySpecs}`],
        workers: 1,
      }),
    ]);
  } finally {
    server?.stop();
  }
}

/** The whole product in a real browser. */
export function browserTests(selection: Selection): Promise<Outcome> {
  return inBrowser('browser', selection, ['--project', 'browser']);
}

/** Browser tests of code that uses the whole machine (`@solo`): one test at a time. */
export function soloBrowserTests(selection: Selection): Promise<Outcome> {
  return inBrowser('browser-solo', selection, ['--project', 'solo']);
}

/** Tests in a whole Chromium, which gives each site a process, as users' browsers do. */
export function wholeBrowserTests(selection: Selection): Promise<Outcome> {
  return inBrowser('whole-browser', selection, ['--project', 'whole-browser'], {}, provisionChromium);
}

/** The outage tests, with outages of 30 s as the catalogue of hostile cases demands. */
export async function outageTests(): Promise<Outcome> {
  const refusal = provisionRedis();
  if (refusal) return skip('Outages of Redis', refusal, 1);
  const redis = await startRedis();
  const long = { OUTAGES: 'long' };
  const selection = { nightly: true };
  try {
    const only = [`${productionAdapters}/redis-away`];
    const specs = [
      'specs/operation/stack.spec.ts',
      'specs/assets/storage-outage.spec.ts',
      'specs/saving/offline.spec.ts',
    ];
    return sum([
      await backend('outages-of-redis', selection, { only, env: { ...long, REDIS_URL: redis.url } }),
      await inBrowser('outages', selection, ['--project', 'browser', '--project', 'solo', ...specs], long),
    ]);
  } finally {
    await redis.stop();
  }
}

/** Requests and messages generated from the contract's schemas, with a new seed each night. */
export function fuzzTests(): Promise<Outcome> {
  const { FUZZ_SEED = String(Math.floor(Date.now() / 1_000)), FUZZ_RUNS = '200' } = process.env;
  const env = { FUZZ_SEED, FUZZ_RUNS };
  return backend('fuzz', { nightly: true }, { only: ['test/fuzz'], env });
}

/** Builds the studio's image and runs it. Takes minutes, because it installs all packages. */
export function imageTests(): Promise<Outcome> {
  return jest('images', ['e2e'], { flags: ['--testPathPatterns', 'images/studio-image'] });
}

/** Drives each published playground once, as `npm run bench:peers` does, after installing them. */
export function peerTests(): Promise<Outcome> {
  return jest('peers', ['e2e'], { flags: ['--testPathPatterns', 'peers/drive-peers'], workers: 1 });
}

interface BackendTests {
  only?: string[];
  without?: string[];
  env?: Record<string, string>;
  workers?: number;
}

async function backend(
  name: string,
  { nightly, affected, shard }: Selection,
  { only = [], without = [], env = {}, workers }: BackendTests,
): Promise<Outcome> {
  const run = (report: string, patterns: string[], ignored: string[], flags: string[] = []) =>
    jest(report, ['backend'], {
      flags: [
        ...(patterns.length > 0 ? ['--testPathPatterns', ...patterns] : []),
        ...(ignored.length > 0 ? ['--testPathIgnorePatterns', ...ignored] : []),
        ...flags,
        ...(shard ? [`--shard=${shard}`] : []),
      ],
      env: nightly ? { NIGHTLY: 'on', ...env } : env,
      workers,
    });
  if (!affected || affected.backend === 'all') return run(name, only, without);
  const { backend: reach, since, withoutImport } = affected;
  const outcomes: Outcome[] = [];
  if (reach === 'changed') {
    const ignored = [...without, ...withoutImport];
    if (only.length === 0) outcomes.push(await run(name, [], ignored, [`--changedSince=${since}`]));
    else {
      const specs = await changedSpecs('backend', since, { only, without: ignored });
      if (specs.length > 0) outcomes.push(await run(name, [], [], ['--runTestsByPath', ...specs]));
    }
  }
  if (withoutImport.length > 0)
    outcomes.push(await run(`${name}-without-import`, inBoth(only, withoutImport), without));
  return sum(outcomes);
}

/** Patterns of the paths that match one of `only`, if there are any, and one of `others`. */
function inBoth(only: string[], others: string[]): string[] {
  return only.length === 0 ? others : [`^(?=.*(?:${only.join('|')})).*(?:${others.join('|')})`];
}

async function inBrowser(
  name: string,
  { nightly, affected, shard }: Selection,
  flags: string[],
  env: Record<string, string> = {},
  provision = provisionBrowserForTests,
): Promise<Outcome> {
  if (affected?.browser === 'nothing') return nothing;
  const chosenFlags = [
    ...flags,
    ...(nightly ? [] : ['--grep-invert', affected?.exports ? '@nightly' : '@nightly|@exports']),
    // Without a commit to compare with, only one test of each capability: all would take too long for daily work.
    ...(nightly || affected ? [] : ['--grep', '@smoke']),
    ...(affected?.browser === 'changed' ? [`--only-changed=${affected.since}`] : []),
    ...(shard ? [`--shard=${shard}`] : []),
  ];
  const variables = nightly ? { NIGHTLY: 'on', ...env } : env;
  const refusal = provision();
  if (refusal) {
    const listed = await playwright(`${name}-list`, [...chosenFlags, '--list'], variables);
    return skip('Browser tests', refusal, listed.passed + listed.skipped);
  }
  return playwright(name, chosenFlags, variables);
}
