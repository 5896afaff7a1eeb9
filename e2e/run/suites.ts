import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { provisionBrowserForTests } from '../stack/chromium.ts';
import { provisionCompose } from '../stack/compose.ts';
import { provisionPostgres, startPostgres } from '../stack/postgres.ts';
import { provisionPrometheus } from '../stack/prometheus.ts';
import { provisionProxy } from '../stack/proxy.ts';
import { provisionRadosgw, startRadosgw } from '../stack/radosgw.ts';
import { provisionRedis, startRedis } from '../stack/redis.ts';
import { type Outcome, sum } from './outcome.ts';
import { jestOutcome, playwrightOutcome } from './reports.ts';
import { run } from './run-command.ts';

const reports = fileURLToPath(new URL('../test-results/reports', import.meta.url));
const jestEnv = { NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' };

const imageSpec = 'images/studio-image';
const withoutImage = ['--testPathIgnorePatterns', imageSpec];

/** What needs no studio of its own in a test, and what is around one: the proxy, Prometheus, the stores over TLS. */
export function unitTests(): Promise<Outcome> {
  // One after the other, before specs run beside each other: apt lets in only one. A spec says what it had to skip.
  const provisions = [
    provisionProxy,
    provisionCompose,
    provisionPrometheus,
    provisionPostgres,
    provisionRedis,
  ];
  for (const provision of provisions) provision();
  return jest('units', ['backend/contract', 'frontend/engine', 'frontend', 'e2e'], withoutImage);
}

/** Builds the studio's image and runs it: all packages once more, which takes minutes. */
export function imageTests(): Promise<Outcome> {
  return jest('images', ['e2e'], ['--testPathPatterns', imageSpec]);
}

/** What runs on an S3 server: its adapter, and once more what the library does whatever the storage. */
const s3Adapter = 'adapters/production/(minio|troubled)';
const librarySpecs = [
  'assets/(library-model|asset-library|uploads/(bad-uploads|streaming))',
  'assets/reconciliation/(asset-reconciliation|storage-pairing)',
  'admin/backup',
];
const withoutServers = ['--testPathIgnorePatterns', 'adapters/production', 'test/replicas'];
const commandSpecs = 'admin/commands';
/** What runs on Redis: its adapters, two replicas that share it, and what Redis could change of everything else. */
const redisSpecs = [
  'adapters/production/redis',
  'test/replicas',
  'features/(auth/|realtime/(realtime|recovery|rooms-model))',
  commandSpecs,
];
/** What brings the embedded database itself, or what no database could change. */
const onEmbedded = [
  'sandbox/(rendering|libraries|sandbox-origins|assets/thumbnails)',
  'adapters/embedded/(file-asset-storage|troubled-disk)',
  'assets/uploads/(killed-uploads|multipart-file)',
  'database/embedded',
  'src/(config|common/slow-clients)',
  'test/(fuzz|process/main|http/(http-(addresses|bodies|edge)|slow-clients)|privacy/no-outgoing-requests)',
];
/**
 * What the embedded database could do otherwise than PostgreSQL when many want something at once: it has one connection,
 * and its process is the studio's. The fuzzer and all browser tests run on it, too.
 */
const onBoth = [
  'database/(database-away|schema)',
  'features/projects/(saving/(save-project|publishing|versions-model)|counters|reading/(project-lists|lists-by-tag))',
  'features/(auth/sessions-model|moderation/(project-reports|takedowns)|admin/admin-rights)',
  'assets/uploads/quota-model',
  'test/(http/invalid-input|process/passing-time)',
  commandSpecs,
];

/** What the embedded database has no need of. */
const onPostgresAlone = ['database/(bounded-work|advisory-locks|open-database)', 'moderation/reinstating'];

/**
 * The back end as a whole, with files on disk: on PostgreSQL, where the tests take half as long, as far as there is
 * one; else on the embedded database.
 */
export async function apiTests(): Promise<Outcome> {
  const refusal = provisionPostgres();
  if (refusal) {
    console.log(`There is no PostgreSQL here: ${refusal}. All runs on the embedded database.`);
    return jest('api', ['backend'], [...withoutServers, ...onPostgresAlone]);
  }
  const server = await startPostgres();
  try {
    // They start a process for each command; `redisTests` has them on PostgreSQL, too.
    const onRedis = provisionRedis() ? [] : [commandSpecs];
    const elsewhere = [...withoutServers, ...onEmbedded, ...onRedis];
    return await jest('api', ['backend'], elsewhere, { DATABASE_URL: server.url });
  } finally {
    server.stop();
  }
}

/** What is to be seen on the embedded database, or there alone; where `apiTests` has had no other, it has been. */
export async function embeddedTests(): Promise<Outcome> {
  if (provisionPostgres()) return { passed: 0, failed: 0, skipped: 0, retried: [] };
  // `s3Tests` has the embedded database beneath.
  const withFiles = provisionRadosgw() ? librarySpecs : [];
  return jest('api-embedded', ['backend'], ['--testPathPatterns', ...onEmbedded, ...onBoth, ...withFiles]);
}

/** What production runs on; its servers leave a core idle by themselves. Each says what it has to skip. */
export async function productionTests(): Promise<Outcome> {
  return sum(await Promise.all([redisTests(), s3Tests()]));
}

/** The tests of users' files, on an S3 server. Where there is none, those of its adapter say that they are skipped. */
async function s3Tests(): Promise<Outcome> {
  const refusal = provisionRadosgw();
  if (refusal) {
    console.log(`S3 tests cannot run here: ${refusal}.`);
    return jest('api-s3', ['backend'], ['--testPathPatterns', s3Adapter]);
  }
  const server = await startRadosgw();
  try {
    return await jest(
      'api-s3',
      ['backend'],
      ['--testPathPatterns', s3Adapter, ...librarySpecs],
      server.variables,
    );
  } finally {
    await server.stop();
  }
}

/** Sessions, limits and sockets on Redis, with PostgreSQL beneath. Where one is missing, what needs both says that it is skipped. */
async function redisTests(): Promise<Outcome> {
  const refusal = provisionRedis() ?? provisionPostgres();
  if (refusal) {
    console.log(`Redis tests cannot run here: ${refusal}.`);
    return jest('api-redis', ['backend'], ['--testPathPatterns', ...redisSpecs.slice(0, 2)]);
  }
  const redis = await startRedis();
  const postgres = await startPostgres();
  try {
    const variables = { REDIS_URL: redis.url, DATABASE_URL: postgres.url };
    // Its tests say how quickly replicas hear of each other: one at a time, beside those on S3.
    const oneByOne = ['--testPathPatterns', ...redisSpecs];
    return await jest('api-redis', ['backend'], oneByOne, variables, 1);
  } finally {
    postgres.stop();
    await redis.stop();
  }
}

/** The whole product in a real browser, three tests at a time. */
export function browserTests(): Promise<Outcome> {
  return inBrowser('browser', ['--project', 'browser']);
}

/** What says how quickly something happens has the machine to itself. */
export function timedBrowserTests(): Promise<Outcome> {
  return inBrowser('browser-timed', ['--project', 'timed']);
}

/** Exports of every combination of framework, CSS framework and language; `browserTests` takes every pair. */
export function exportTests(): Promise<Outcome> {
  return inBrowser('exports', ['specs/sharing/export.spec.ts', 'specs/preview/corpus.spec.ts'], {
    EXPORTS: 'all',
  });
}

/** What happens while a store is away, for as long as the rows of the catalogue say: 30 s each. */
export async function outageTests(): Promise<Outcome> {
  const refusal = provisionRedis();
  if (refusal) return skip('Outages of Redis', refusal, 1);
  const redis = await startRedis();
  try {
    const long = { OUTAGES: 'long' };
    const ofRedis = ['--testPathPatterns', 'production/redis-away'];
    return sum([
      await jest('outages-of-redis', ['backend'], ofRedis, { ...long, REDIS_URL: redis.url }),
      await inBrowser(
        'outages',
        ['specs/operation/stack.spec.ts', 'specs/assets/storage-outage.spec.ts'],
        long,
      ),
    ]);
  } finally {
    await redis.stop();
  }
}

async function inBrowser(name: string, flags: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const refusal = provisionBrowserForTests();
  if (refusal) {
    const listed = await playwright(`${name}-list`, [...flags, '--list'], env);
    return skip('Browser tests', refusal, listed.passed + listed.skipped);
  }
  return playwright(name, flags, env);
}

function skip(what: string, why: string, count: number): Outcome {
  console.log(`${what} cannot run here: ${why}. ${count} skipped.`);
  return { passed: 0, failed: 0, skipped: count, retried: [] };
}

async function jest(
  name: string,
  projects: string[],
  choice: string[] = [],
  env: Record<string, string> = {},
  // By itself jest leaves one core of two idle.
  workers = 2,
): Promise<Outcome> {
  const report = freshReport(name);
  const flags = ['--json', `--outputFile=${report}`, '--passWithNoTests', `--maxWorkers=${workers}`];
  const code = await run('jest', ['--projects', ...projects, ...flags, ...choice], { ...jestEnv, ...env });
  return agree(jestOutcome(report), code);
}

async function playwright(name: string, flags: string[], env: Record<string, string>): Promise<Outcome> {
  const report = freshReport(name);
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...flags];
  const code = await run('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env });
  return agree(playwrightOutcome(report), code);
}

function freshReport(name: string): string {
  mkdirSync(reports, { recursive: true });
  const file = `${reports}/${name}.json`;
  rmSync(file, { force: true });
  return file;
}

/** A tool that ends badly without naming a failed test has failed all the same. */
function agree(outcome: Outcome, code: number): Outcome {
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}
