import { execFileSync, spawnSync } from 'node:child_process';

/** Which tests of a kind a change can affect: all, those that import a changed file, or none. */
export type Reach = 'all' | 'changed' | 'nothing';

/** What has to be tested again after some commits. */
export interface Affected {
  /** The commit that the code is compared with. */
  since: string;
  backend: Reach;
  /** Patterns of specs of the back end that reach what was changed without importing it: through the build, or as a file. */
  withoutImport: string[];
  browser: Reach;
  /** Whether the look of projects or their exported packages can have changed. */
  exports: boolean;
}

/** Files that all tests depend on: packages, settings, and the code that server and page share. */
const everything =
  /^(package(-lock)?\.json|nx\.json|tsconfig.*|backend\/(build|contract|shelf)\/|frontend\/engine\/|e2e\/(stack|run)\/)/;
const spec = /\.spec\.tsx?$/;
const backendCode = /^backend\/(src|test|package|jest)/;
const productCode = /^(backend\/src|frontend)\//;
const exportCode =
  /^(package-lock\.json|frontend\/(engine|sandbox|src\/features\/export)\/|e2e\/(corpus|exports)\/|backend\/src\/features\/frameworks\/)/;
/** Specs that start the built server or its commands. */
export const builtServerSpecs = [
  'test/(process/main|privacy/logs)',
  'admin/(backup|commands|move-forum-account|restore-lock|upgrade)',
  'reconciliation/storage-pairing',
  'production/(troubled-s3|redis-away)',
];
/** Specs that read the built page or the built scripts of frames. */
const builtPageSpecs = ['test/http/', 'features/(embed|link-preview|studio)/', 'src/sandbox/'];
/** Specs of the back end that read files instead of importing them. */
const readAsFiles: readonly { files: RegExp; specs: string }[] = [
  { files: /^docs\/security\.md$/, specs: 'test/http/documented-' },
  { files: /^(README|docs\/security)\.md$/, specs: 'config/read-config' },
  { files: /^(CHANGELOG\.md$|backend\/test\/releases\/)/, specs: 'admin/upgrade' },
];
/** Browser tests read or start these files: no spec imports them. */
const readInBrowser =
  /^(e2e\/(corpus\/|fixtures\/event-loop-meter)|integrations\/|scripts\/|infra\/haproxy\.cfg$)/;
const browserTests =
  /^(e2e\/(specs|pages|fixtures|exports|fidelity|bench|walk|playwright\.config)|backend\/test\/support)/;

/** Whether this clone has the commit that a name stands for. */
export function isCommit(name: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${name}^{commit}`]).status === 0;
}

/** What the changes since a commit can affect, including those that are not committed. */
export function affectedSince(since: string): Affected {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return affectedBy(since, [
    ...git('diff', '--name-only', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]);
}

/** What a change of these files can affect. */
export function affectedBy(since: string, files: readonly string[]): Affected {
  const exports = files.some((file) => exportCode.test(file));
  if (files.some((file) => everything.test(file)))
    return { since, backend: 'all', withoutImport: [], browser: 'all', exports };
  const product = files.filter((file) => productCode.test(file) && !spec.test(file));
  const isAnyIn = (folder: string) => product.some((file) => file.startsWith(folder));
  const isEveryBrowserTest = product.length > 0 || files.some((file) => readInBrowser.test(file));
  return {
    since,
    backend: files.some((file) => backendCode.test(file)) ? 'changed' : 'nothing',
    withoutImport: [
      ...(isAnyIn('backend/') ? builtServerSpecs : []),
      ...(isAnyIn('frontend/') ? builtPageSpecs : []),
      ...readAsFiles
        .filter(({ files: read }) => files.some((file) => read.test(file)))
        .map(({ specs }) => specs),
    ],
    browser: isEveryBrowserTest
      ? 'all'
      : files.some((file) => browserTests.test(file))
        ? 'changed'
        : 'nothing',
    exports,
  };
}
